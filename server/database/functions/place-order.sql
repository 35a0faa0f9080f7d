-- Placing an order in one statement: everything that is written, in lock order, while the locks are held
-- for one round trip only. What is written was decided by domain/booking-rules.ts from facts read without a
-- lock; whatever changed meanwhile makes this fail, whole, and the caller reads and decides again.
--
-- Refuses with: sessions_capacity_not_exceeded, accounts_credits_not_negative, bookings_child_once,
-- bookings_attendee_once, bookings_trial_once, bookings_guest_trial_once, discount_codes_within_limit
-- and order_facts_changed.

create or replace function place_order(plan jsonb) returns table (placed_number text, is_repeat boolean) language plpgsql as $$
declare
  placed timestamptz := (plan ->> 'placedAt')::timestamptz;
  buyer bigint := (plan ->> 'accountId')::bigint;
  spent integer := (plan ->> 'creditsUsed')::integer;
  discount bigint := (plan ->> 'discountCodeId')::bigint;
  -- A guest's uses of a discount code are counted by e-mail address.
  guest text := case when buyer is null then plan ->> 'guestEmail' else '' end;
  per_account integer;
  balance integer;
  this_order bigint;
  offered integer;
  line record;
  wanted record;
begin
  -- 1. The account: two submits of one family come one after the other. And so do those of one guest.
  if buyer is not null then
    select credit_balance into balance from accounts where id = buyer and status = 'active' for no key update;
    if not found then perform facts_changed('account'); end if;
  else
    for wanted in
      select distinct hashtextextended(k, 0) as key
      from unnest(array['network ' || (plan ->> 'guestNetwork'),
        'contact ' || coalesce(nullif(plan ->> 'guestEmail', ''), plan ->> 'guestPhone')]) k
      order by 1
    loop
      perform pg_advisory_xact_lock(wanted.key);
    end loop;
  end if;

  select order_number into placed_number from orders
  where account_id is not distinct from buyer and request_hash = decode(plan ->> 'requestHash', 'hex')
    and guest_email = plan ->> 'guestEmail' and status = 'pending' and placed_at > placed - interval '60 seconds'
  limit 1;
  if found then
    is_repeat := true;
    return next;
    return;
  end if;

  if buyer is null and plan ->> 'status' = 'pending' and exists (
    select from guest_holds(plan ->> 'guestEmail', plan ->> 'guestPhone', plan ->> 'guestNetwork', placed)
    where of_contact >= (plan ->> 'unpaidOfContactAtMost')::integer
      or of_network >= (plan ->> 'unpaidOfNetworkAtMost')::integer)
  then
    perform facts_changed('guest');
  end if;

  -- The basket lines that are bought leave the basket, if they still say what was decided on.
  for wanted in
    select l.id, coalesce(l."childIds", '{}') as child_ids
    from jsonb_to_recordset(plan -> 'basketLines') as l(id bigint, "childIds" bigint[]) order by l.id
  loop
    perform 1 from basket_sessions where id = wanted.id and account_id = buyer for update;
    if not found or array(select child_id from basket_session_children
        where basket_session_id = wanted.id order by child_id) <> wanted.child_ids then
      perform facts_changed('basket');
    end if;
    delete from basket_sessions where id = wanted.id;
  end loop;

  -- 2. The order and what it holds; the unique indexes refuse a second live booking.
  insert into orders (order_number, kind, account_id, guest_name, guest_email, guest_phone, guest_network, status, is_trial,
    list_pence, credit_value_pence, discount_pence, total_pence, credits_used, payment_method, placed_at,
    hold_expires_at, paid_at, request_hash)
  values (plan ->> 'orderNumber', plan ->> 'kind', buyer, plan ->> 'guestName', plan ->> 'guestEmail',
    plan ->> 'guestPhone', plan ->> 'guestNetwork', plan ->> 'status', (plan ->> 'isTrial')::boolean, (plan ->> 'listPence')::integer,
    (plan ->> 'creditValuePence')::integer, (plan ->> 'discountPence')::integer, (plan ->> 'totalPence')::integer,
    spent, plan ->> 'paymentMethod', placed, (plan ->> 'holdExpiresAt')::timestamptz,
    case when plan ->> 'status' = 'paid' then placed end, decode(plan ->> 'requestHash', 'hex'))
  returning id into this_order;

  insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, attendee_name, attendee_email,
    attendee_phone, is_trial, list_pence, credits_used, payable_pence, status, created_at)
  select this_order, buyer, b."sessionId", b."typeId", b."childId",
    coalesce(b."fullName", ''), coalesce(b.email, ''), coalesce(b.phone, ''),
    (plan ->> 'isTrial')::boolean, b."listPence", b."creditsUsed", b."payablePence",
    case when plan ->> 'status' = 'paid' then 'confirmed' else 'held' end, placed
  from jsonb_to_recordset(plan -> 'bookings') as b(
    "sessionId" bigint, "typeId" bigint, "childId" bigint, "fullName" text, email text, phone text,
    "listPence" integer, "creditsUsed" integer, "payablePence" integer)
  order by b."sessionId", b."childId";

  -- 3. Credits: the ledger and the balance together.
  if spent > 0 then
    update accounts set credit_balance = credit_balance - spent where id = buyer;
    insert into credit_entries (account_id, delta, balance_after, reason, order_id, memo, created_at)
    values (buyer, -spent, balance - spent, 'booking', this_order, 'Order ' || (plan ->> 'orderNumber'), placed);
  end if;

  -- 4. The discount code: its row is locked, so both limits hold.
  if discount is not null then
    update discount_codes set uses = uses + 1
    where id = discount and is_active and starts_at <= placed and ends_at > placed
    returning max_uses_per_account into per_account;
    if not found then perform facts_changed('discount'); end if;
    insert into discount_uses (order_id, discount_code_id, account_id, guest_email, amount_pence)
    values (this_order, discount, buyer, guest, (plan ->> 'discountPence')::integer);
    if per_account is not null and per_account < (
      select count(*) from discount_uses
      where discount_code_id = discount and released_at is null and account_id is not distinct from buyer
        and guest_email = guest
    ) then
      perform facts_changed('discount');
    end if;
  end if;

  -- 5. What is told afterwards.
  if plan ->> 'status' = 'paid' then
    insert into jobs (kind, payload, run_at) values
      ('order-confirmed', jsonb_build_object('orderId', this_order), placed);
  end if;

  -- 6. The places, in id order and last: a popular session's row is locked as briefly as can be.
  for line in
    select b."sessionId" as id, count(*)::integer as places, min(b."listPence") as price, min(b.credits) as credits
    from jsonb_to_recordset(plan -> 'bookings') as b("sessionId" bigint, "listPence" integer, credits integer)
    group by b."sessionId" order by b."sessionId"
  loop
    offered := 0;
    if (plan ->> 'usesOffers')::boolean then
      -- A place kept for this family through the waiting list becomes its booking; never more than it books here.
      perform 1 from sessions where id = line.id for no key update;
      with used as (
        update waiting_entries set status = 'booked', offered_session_id = null, offered_at = null,
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
      and line.price = case when (plan ->> 'isTrial')::boolean then trial_price_pence else price_pence end;
    if not found then perform facts_changed('session'); end if;
  end loop;

  placed_number := plan ->> 'orderNumber';
  is_repeat := false;
  return next;
end $$;
