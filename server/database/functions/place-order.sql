-- Placing an order in one statement: everything that is written, in lock order, while the locks are held
-- for one round trip only. What is written was decided by domain/booking-rules.ts from facts read without a
-- lock; whatever changed meanwhile makes this fail, whole, and the caller reads and decides again.
--
-- Refuses with: sessions_capacity_not_exceeded, accounts_credits_not_negative, bookings_child_once,
-- bookings_attendee_once, bookings_trial_once, bookings_guest_trial_once, bookings_trial_person_once,
-- bookings_within_account, bookings_own_child, bookings_session_id_offering_type_id_fkey, discount_codes_within_limit and
-- order_facts_changed; and a plan that is not an OrderPlan (server/features/orders/place-order.ts).

create or replace function place_order(
  plan jsonb, out placed_number text, out placed_pence integer, out placed_status text
) language plpgsql as $$
declare
  given record;
  placed timestamptz;
  buyer bigint;
  guest text;
  per_account integer;
  this_order bigint;
  offered integer;
  line record;
  wanted record;
begin
  select * into given from jsonb_to_record(plan) as p(
    "orderNumber" text, kind text, "accountId" bigint, "guestName" text, "guestEmail" text, "guestPhone" text,
    "guestNetwork" text, "isTrial" boolean, "listPence" integer, "creditValuePence" integer, "discountPence" integer,
    "totalPence" integer, "creditsUsed" integer, "discountCodeId" bigint, "usesOffers" boolean, "requestHash" text,
    "placedAt" text, "holdExpiresAt" text, "unpaidOfContactAtMost" integer, "unpaidOfNetworkAtMost" integer,
    "freeOfNetworkAtMost" integer, "basketLines" jsonb, bookings jsonb);
  perform require_exactly('place_order', plan, to_jsonb(given) || jsonb_build_object(
    'basketLines', (select coalesce(jsonb_agg(l), '[]') from jsonb_to_recordset(given."basketLines") as l(
      id bigint, "childIds" bigint[])),
    'bookings', (select jsonb_agg(b) from jsonb_to_recordset(given.bookings) as b(
      "sessionId" bigint, "typeId" bigint, "childId" bigint, "fullName" text, email text, phone text,
      credits integer, "listPence" integer, "creditsUsed" integer, "payablePence" integer))));
  placed := given."placedAt"::timestamptz;
  buyer := given."accountId";
  guest := case when buyer is null then contact_key(given."guestEmail", given."guestPhone") else '' end;

  -- 1. The account: two submits of one family come one after the other. And so do those of one guest.
  if buyer is not null then
    perform 1 from accounts where id = buyer and status = 'active' for no key update;
    if not found then perform facts_changed('account'); end if;
  else
    for wanted in
      select distinct hashtextextended(k, 0) as key
      from unnest(array['network ' || given."guestNetwork",
        'contact ' || contact_key(given."guestEmail", given."guestPhone")]) k
      order by 1
    loop
      perform pg_advisory_xact_lock(wanted.key);
    end loop;
  end if;

  select order_number, total_pence, 'pending' into placed_number, placed_pence, placed_status
  from repeated_order(buyer, decode(given."requestHash", 'hex'), placed);
  if found then return; end if;

  if buyer is not null and given."totalPence" > 0 and exists (
    select from account_holds(buyer, placed) where is_full or rests_until is not null)
  then
    perform facts_changed('account');
  end if;
  if buyer is null and exists (
    select from guest_holds(given."guestEmail", given."guestPhone", given."guestNetwork", placed)
    where of_contact >= given."unpaidOfContactAtMost" or case when given."totalPence" > 0
      then of_network >= given."unpaidOfNetworkAtMost"
      else free_places_of_network(given."guestNetwork", placed) >= given."freeOfNetworkAtMost" end)
  then
    perform facts_changed('guest');
  end if;

  -- The basket lines that are bought leave the basket, if they still say what was decided on.
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

  -- 2. The order and what it holds; the unique indexes refuse a second live booking.
  placed_number := given."orderNumber";
  placed_pence := given."totalPence";
  select order_id, order_status into this_order, placed_status from write_order(
    placed_number, given.kind, buyer, placed_pence, decode(given."requestHash", 'hex'), placed,
    given."holdExpiresAt"::timestamptz, given."listPence", given."creditValuePence", given."discountPence",
    given."creditsUsed", given."isTrial", given."guestName", given."guestEmail", given."guestPhone",
    given."guestNetwork");

  insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, attendee_name, attendee_email,
    attendee_phone, is_trial, list_pence, credits_used, payable_pence, status, created_at)
  select this_order, buyer, b."sessionId", b."typeId", b."childId", b."fullName", b.email, b.phone, given."isTrial",
    b."listPence", b."creditsUsed", b."payablePence",
    case placed_status when 'paid' then 'confirmed' else 'held' end, placed
  from jsonb_to_recordset(given.bookings) as b(
    "sessionId" bigint, "typeId" bigint, "childId" bigint, "fullName" text, email text, phone text,
    "listPence" integer, "creditsUsed" integer, "payablePence" integer)
  order by b."sessionId", b."childId";

  -- 3. Credits: the ledger and the balance together.
  if given."creditsUsed" > 0 then
    perform move_credits(buyer, -given."creditsUsed", 'booking', this_order, 'Order ' || placed_number, placed);
  end if;

  -- 4. The discount code: its row is locked, so both limits hold.
  if given."discountCodeId" is not null then
    update discount_codes set uses = uses + 1
    where id = given."discountCodeId" and is_active and starts_at <= placed and ends_at > placed
    returning max_uses_per_account into per_account;
    if not found then perform facts_changed('discount'); end if;
    insert into discount_uses (order_id, discount_code_id, account_id, guest_contact, email, phone, amount_pence)
    values (this_order, given."discountCodeId", buyer, guest,
      case when buyer is null then lower(given."guestEmail") else (select email from accounts where id = buyer) end,
      case when buyer is null then phone_words(given."guestPhone") else '' end, given."discountPence");
    if per_account is not null
      and per_account < (select times from uses_of_code(
        given."discountCodeId", buyer, given."guestEmail", given."guestPhone")) then
      perform facts_changed('discount');
    end if;
  end if;

  -- 5. The places, in id order and last: a popular session's row is locked as briefly as can be.
  for line in
    select b."sessionId" as id, count(*)::integer as places, min(b."listPence") as price, min(b.credits) as credits
    from jsonb_to_recordset(given.bookings) as b("sessionId" bigint, "listPence" integer, credits integer)
    group by b."sessionId" order by b."sessionId"
  loop
    offered := 0;
    if given."usesOffers" then
      -- A place kept for this family through the waiting list becomes its booking; never more than it books here.
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
          -- Of several the one whose address was given, then the oldest.
          order by by_address desc, w.id
          limit line.places
        )
        returning 1
      )
      select count(*) into offered from used;
    end if;
    update sessions set places_taken = places_taken + line.places, places_offered = places_offered - offered
    where id = line.id and status = 'scheduled' and starts_at > placed
      and credits = line.credits
      and line.price = case when given."isTrial" then trial_price_pence else price_pence end;
    if not found then perform facts_changed('session'); end if;
  end loop;
end $$;
