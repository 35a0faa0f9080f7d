-- serves: 0054
-- What is proposed when a place is cancelled so many hours before its start (spec 4 §3): rows of hoursBefore, cardPercent,
-- asCredits and returnCredits, the most hours first.
alter table business
  add column cancel_policy jsonb not null default '[
    {"hoursBefore": 48, "cardPercent": 0, "asCredits": true, "returnCredits": true},
    {"hoursBefore": 0, "cardPercent": 0, "asCredits": false, "returnCredits": false}]'
    constraint business_cancel_policy_whole check (jsonb_typeof(cancel_policy) = 'array'
      and not jsonb_path_exists(cancel_policy, '$[*] ? (!(@.hoursBefore >= 0 && @.hoursBefore <= 8760
        && @.cardPercent >= 0 && @.cardPercent <= 100 && (@.asCredits == true || @.asCredits == false)
        && (@.returnCredits == true || @.returnCredits == false)))'));
-- The same rows as they were when the order was placed; none for goods, packs and orders of before.
alter table orders add column policy jsonb;
