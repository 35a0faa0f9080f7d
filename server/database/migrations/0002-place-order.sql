-- Placing an order in one statement: everything that is written, in lock order, while the locks are held
-- for one round trip only. What is written was decided by domain/booking-rules.ts from facts read without a
-- lock; whatever changed meanwhile makes this fail, whole, and the caller reads and decides again.
--
-- Refuses with: sessions_capacity_not_exceeded, accounts_credits_not_negative, bookings_child_once,
-- bookings_attendee_once, bookings_trial_once, bookings_guest_trial_once, discount_codes_within_limit
-- and order_facts_changed.

create function place_order(plan jsonb) returns table (placed_number text, is_repeat boolean) language plpgsql as $$
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
begin
  -- 1. The account: two submits of one family come one after the other.
  if buyer is not null then
    select credit_balance into balance from accounts where id = buyer and status = 'active' for no key update;
    if not found then perform facts_changed('account'); end if;
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

  -- 2. The order and what it holds; the unique indexes refuse a second live booking.
  insert into orders (order_number, kind, account_id, guest_name, guest_email, guest_phone, status, is_trial,
    list_pence, credit_value_pence, discount_pence, total_pence, credits_used, payment_method, placed_at,
    hold_expires_at, paid_at, request_hash)
  values (plan ->> 'orderNumber', plan ->> 'kind', buyer, plan ->> 'guestName', plan ->> 'guestEmail',
    plan ->> 'guestPhone', plan ->> 'status', (plan ->> 'isTrial')::boolean, (plan ->> 'listPence')::integer,
    (plan ->> 'creditValuePence')::integer, (plan ->> 'discountPence')::integer, (plan ->> 'totalPence')::integer,
    spent, plan ->> 'paymentMethod', placed, (plan ->> 'holdExpiresAt')::timestamptz,
    case when plan ->> 'status' = 'paid' then placed end, decode(plan ->> 'requestHash', 'hex'))
  returning id into this_order;

  insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, attendee_name, attendee_email,
    attendee_phone, is_trial, list_pence, credits_used, payable_pence, status, created_at)
  select this_order, buyer, b."sessionId", b."typeId", b."childId",
    case when b."childId" is null then plan ->> 'guestName' else '' end,
    case when b."childId" is null then plan ->> 'guestEmail' else '' end,
    case when b."childId" is null then plan ->> 'guestPhone' else '' end,
    (plan ->> 'isTrial')::boolean, b."listPence", b."creditsUsed", b."payablePence",
    case when plan ->> 'status' = 'paid' then 'confirmed' else 'held' end, placed
  from jsonb_to_recordset(plan -> 'bookings') as b(
    "sessionId" bigint, "typeId" bigint, "childId" bigint, "listPence" integer, "creditsUsed" integer,
    "payablePence" integer)
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
      -- A place kept for this family through the waiting list becomes its booking.
      perform 1 from sessions where id = line.id for no key update;
      with used as (
        update waiting_entries w set status = 'booked', offered_session_id = null, offered_at = null,
          offer_expires_at = null
        where w.status = 'offered' and w.offered_session_id = line.id and w.offer_expires_at > placed
          and (w.child_id in (select b.child_id from bookings b where b.order_id = this_order)
            or (w.child_id is null and w.email = plan ->> 'guestEmail'))
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

create function facts_changed(what text) returns void language plpgsql as $$
begin
  raise exception '% changed meanwhile', what using errcode = 'check_violation', constraint = 'order_facts_changed';
end $$;
