-- Places an order in one statement: every write in lock order, so that locks are held for one round trip
-- only. domain/booking-rules.ts decided the writes from facts read without a lock. When one of the facts has
-- changed, the whole statement fails, and the caller reads and decides again.
--
-- Refuses with: sessions_capacity_not_exceeded, accounts_credits_not_negative, bookings_child_once,
-- bookings_attendee_once, bookings_attendee_phone_once, bookings_trial_once, bookings_guest_trial_once,
-- bookings_guest_trial_phone_once, bookings_trial_person_once, bookings_within_account, bookings_own_child,
-- bookings_session_id_offering_type_id_fkey, discount_codes_within_limit and order_facts_changed. Also
-- refuses a plan that is not an OrderPlan (server/features/orders/write-plan.ts).

create or replace function place_order(
  bought orders, plan jsonb, out placed_number text, out placed_pence integer, out placed_status text
) language plpgsql as $$
declare
  given record;
  placed timestamptz := bought.placed_at;
  buyer bigint := bought.account_id;
  guest text := case when bought.account_id is null then contact_key(bought.guest_email, bought.guest_phone) else '' end;
  per_account integer;
  this_order bigint;
  offered integer;
  line record;
  wanted record;
begin
  -- Servers before 0097 plan places without an answer.
  if jsonb_typeof(plan -> 'bookings') = 'array' then
    plan := plan || jsonb_build_object('bookings', (select coalesce(jsonb_agg('{"answer": ""}'::jsonb || b), '[]')
      from jsonb_array_elements(plan -> 'bookings') b));
  end if;
  -- Servers before 0122 name neither key.
  plan := '{"payLater": null, "takesBegun": false}'::jsonb || plan;
  select * into given from jsonb_to_record(plan) as p(
    "discountCodeId" bigint, "usesOffers" boolean, "takesBegun" boolean, "unpaidOfContactAtMost" integer,
    "unpaidOfNetworkAtMost" integer, "freeOfNetworkAtMost" integer, "basketLines" jsonb, bookings jsonb,
    "payLater" text);
  perform require_exactly('place_order', plan, to_jsonb(given) || jsonb_build_object(
    'basketLines', (select coalesce(jsonb_agg(l), '[]') from jsonb_to_recordset(given."basketLines") as l(
      id bigint, "childIds" bigint[])),
    'bookings', (select jsonb_agg(b) from jsonb_to_recordset(given.bookings) as b(
      "sessionId" bigint, "typeId" bigint, "childId" bigint, "fullName" text, email text, phone text,
      credits integer, "listPence" integer, "creditsUsed" integer, "payablePence" integer, answer text))));

  -- 1. The account, so that two submissions of one family run one after the other. Guests who share an
  -- address, a number or a network get one lock for each of the three, in key order, so that orders cannot
  -- deadlock.
  if buyer is not null then
    perform 1 from accounts where id = buyer and status = 'active' and frozen_at is null for no key update;
    if not found then perform facts_changed('account'); end if;
  else
    for wanted in
      select distinct hashtextextended(k, 0) as key
      from unnest(array['network ' || bought.guest_network, 'email ' || email_key(bought.guest_email),
        'phone ' || phone_key(bought.guest_phone)]) k
      where k is not null
      order by 1
    loop
      perform pg_advisory_xact_lock(wanted.key);
    end loop;
  end if;

  select order_number, total_pence, 'pending' into placed_number, placed_pence, placed_status
  from repeated_order(buyer, bought.request_hash, placed);
  if found then return; end if;

  -- What the office books does not fall under the limits of an account.
  if buyer is not null and bought.placed_by is null and bought.total_pence > 0 and exists (
    select from account_holds(buyer, placed) where is_full or rests_until is not null)
  then
    perform facts_changed('account');
  end if;
  if buyer is null and exists (
    select from guest_holds(bought.guest_email, bought.guest_phone, bought.guest_network, placed)
    where of_contact >= given."unpaidOfContactAtMost" or case when bought.total_pence > 0
      then of_network >= given."unpaidOfNetworkAtMost"
      else free_places_of_network(bought.guest_network, placed) >= given."freeOfNetworkAtMost" end)
  then
    perform facts_changed('guest');
  end if;

  -- Remove the bought basket lines, provided that they have not changed since the decision.
  for wanted in
    select * from jsonb_to_recordset(given."basketLines") as l(id bigint, "childIds" bigint[]) order by id
  loop
    perform 1 from basket_sessions where id = wanted.id and account_id = buyer for update;
    if not found or array(select child_id from basket_session_children
        where basket_session_id = wanted.id order by child_id) is distinct from wanted."childIds" then
      perform facts_changed('basket');
    end if;
    delete from basket_sessions where id = wanted.id;
  end loop;

  -- 2. The order and its bookings; the unique indexes refuse a second live booking.
  placed_number := bought.order_number;
  placed_pence := bought.total_pence;
  select order_id, order_status into this_order, placed_status from write_order(bought);

  insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, attendee_name, attendee_email,
    attendee_phone, is_trial, list_pence, credits_used, payable_pence, status, created_at, question, answer)
  select this_order, buyer, b."sessionId", b."typeId", b."childId", b."fullName", b.email, b.phone, bought.is_trial,
    b."listPence", b."creditsUsed", b."payablePence",
    case placed_status when 'paid' then 'confirmed' else 'held' end, placed,
    o.question, case when o.question = '' then '' else b.answer end
  from jsonb_to_recordset(given.bookings) as b(
    "sessionId" bigint, "typeId" bigint, "childId" bigint, "fullName" text, email text, phone text,
    "listPence" integer, "creditsUsed" integer, "payablePence" integer, answer text)
  left join sessions s on s.id = b."sessionId" left join offerings o on o.id = s.offering_id
  order by b."sessionId", b."childId";

  -- 3. Credits: the ledger and the balance together.
  if bought.credits_used > 0 then
    perform move_credits(buyer, -bought.credits_used, 'booking', this_order, 'Order ' || placed_number, placed);
  end if;

  -- 4. The discount code: its row is locked, so both limits hold.
  if given."discountCodeId" is not null then
    update discount_codes set uses = uses + 1
    where id = given."discountCodeId" and is_active and starts_at <= placed and ends_at > placed
    returning max_uses_per_account into per_account;
    if not found then perform facts_changed('discount'); end if;
    insert into discount_uses (order_id, discount_code_id, account_id, guest_contact, email, phone, amount_pence)
    values (this_order, given."discountCodeId", buyer, guest,
      case when buyer is null then lower(bought.guest_email) else (select email from accounts where id = buyer) end,
      case when buyer is null then coalesce(phone_key(bought.guest_phone), '') else '' end, bought.discount_pence);
    if per_account is not null
      and per_account < (select times from uses_of_code(
        given."discountCodeId", buyer, bought.guest_email, bought.guest_phone)) then
      perform facts_changed('discount');
    end if;
  end if;

  -- 5. Money that the family pays later: its places are confirmed at once (record 261).
  if given."payLater" is not null and placed_status = 'pending' and bought.total_pence > 0 then
    if buyer is null or not exists (select from business where parents_may_pay_later) then
      perform facts_changed('payLater');
    end if;
    insert into payments (order_id, provider, method, reference, amount_pence, status, by_family, created_at, expires_at)
    values (this_order, 'desk', given."payLater", placed_number, bought.total_pence, 'expected', true, placed, placed);
    perform mark_paid(this_order, 0, 'desk', 0, placed);
    placed_status := 'paid';
  end if;

  -- 6. The places, last and in id order, so that a popular session's row is locked for the shortest time.
  for line in
    select b."sessionId" as id, count(*)::integer as places, min(b."listPence") as price, min(b.credits) as credits
    from jsonb_to_recordset(given.bookings) as b("sessionId" bigint, "listPence" integer, credits integer)
    group by b."sessionId" order by b."sessionId"
  loop
    offered := 0;
    if given."usesOffers" then
      -- A place offered to this family by the waiting list becomes its booking; never more than it books
      -- here.
      perform 1 from sessions where id = line.id for no key update;
      with used as (
        update waiting_entries set status = 'booked', order_id = this_order, offered_session_id = null, offered_at = null,
          offer_expires_at = null
        where id in (
          select w.id from waiting_entries w
          cross join lateral (select exists (select from bookings b where b.order_id = this_order
            and b.session_id = line.id and b.child_id is null and b.attendee_email = w.email)) as meant (by_address)
          where w.status = 'offered' and w.offered_session_id = line.id and w.offer_expires_at > placed
            and case
              when w.child_id is not null then exists (select from bookings b
                where b.order_id = this_order and b.session_id = line.id and b.child_id = w.child_id)
              when w.account_id is not null then w.account_id = buyer
              else by_address
            end
          -- Of several, first the one with this address, then the oldest.
          order by by_address desc, w.id
          limit line.places
        )
        returning 1
      )
      select count(*) into offered from used;
    end if;
    update sessions set places_taken = places_taken + line.places, places_offered = places_offered - offered
    where id = line.id and status = 'scheduled' and (starts_at > placed or given."takesBegun")
      and credits = line.credits
      and line.price = case when bought.is_trial then trial_price_pence else price_pence end;
    if not found then perform facts_changed('session'); end if;
  end loop;
end $$;
