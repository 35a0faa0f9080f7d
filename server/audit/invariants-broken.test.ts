import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#server/database/connect.ts'
import { fillShop } from '#testing/fill-shop.ts'
import { findViolations } from '#testing/find-violations.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { invariants } from './invariants.ts'

const app = await startTestApp()
await fillShop(app)

const keys = () => [app.services.config.dataKey]

const unsigned =
  'Each row of the office’s log since the first signed one is signed with the data key, and so is its end'

/** For each invariant, SQL that breaks it alone, bypassing the constraints and triggers that protect it. */
const breaks: Record<string, string> = {
  'No session has more live bookings and open offers than places': `
    alter table sessions drop constraint sessions_capacity_not_exceeded;
    update sessions set capacity = places_taken + places_offered - 1
    where id = (select min(id) from sessions where places_taken > 0)`,
  'A session counts as taken exactly its live bookings': `
    update sessions set places_taken = places_taken + 1 where id = (select min(id) from sessions where capacity = 10)`,
  'A session counts as offered exactly its open offers': `
    update sessions set places_offered = places_offered + 1 where id = (select min(id) from sessions where capacity = 10)`,
  'A child has at most one live booking of a session': `
    drop index bookings_child_once;
    with again as (
      insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, list_pence, payable_pence,
        status, created_at)
      select order_id, account_id, session_id, offering_type_id, child_id, 0, 0, status, created_at from bookings
      where list_pence = 0 and child_id is not null and not is_trial limit 1 returning session_id
    )
    update sessions set places_taken = places_taken + 1 where id in (select session_id from again)`,
  'A person with a contact has at most one live booking of a session': `
    drop index bookings_attendee_phone_once;
    with again as (
      insert into bookings (order_id, session_id, offering_type_id, attendee_name, attendee_phone, list_pence,
        payable_pence, status, created_at)
      select order_id, session_id, offering_type_id, upper(attendee_name), attendee_phone, 0, 0, status, created_at
      from bookings where list_pence = 0 and child_id is null and not is_trial limit 1 returning session_id
    )
    update sessions set places_taken = places_taken + 1 where id in (select session_id from again)`,
  'A mark in a register is of a place that its date has or had, and of a walk-in of that day': `
    insert into walk_ins (id, session_id, on_day, name, staff_id, came_at, received_at)
    select gen_random_uuid(), s.id, s.start_date, 'Wanda', m.id, now(), now()
    from sessions s, staff m order by s.id, m.id limit 1;
    insert into register_marks (id, session_id, on_day, walk_in_id, state, marked_at, staff_id, received_at)
    select gen_random_uuid(), session_id, on_day, id, 'here', came_at, staff_id, received_at from walk_ins;
    update walk_ins set on_day = on_day - 1`,
  'An incident is in a sealed envelope, with a data key that is known': `
    insert into incidents (session_id, on_day, booking_id, sealed, staff_id, written_at, keep_until)
    select b.session_id, '2026-11-28', b.id, 'A bruise', m.id, now(), '2040-01-01' from bookings b, staff m
    order by b.id, m.id limit 1`,
  'A child or guest waits at most once for the same place': `
    drop index waiting_entries_child_once;
    insert into waiting_entries (kind, offering_id, session_id, account_id, child_id, status, created_at)
    select kind, offering_id, session_id, account_id, child_id, status, created_at from waiting_entries
    where status = 'waiting'`,
  'Guests of one network stand in one queue three times at most': `
    insert into waiting_entries (kind, offering_id, session_id, name, email, guest_network, status, created_at)
    select kind, offering_id, session_id, 'Gwen', n || '@example.test', 'one', 'waiting', created_at
    from waiting_entries, generate_series(1, 4) n where status = 'waiting'`,
  'Offers go to the head of the queue, past those who have, are offered or gave up a place already': `
    update waiting_entries w set status = other.status, offered_session_id = other.offered_session_id,
      offered_at = other.offered_at, offer_expires_at = other.offer_expires_at
    from waiting_entries other where other.id <> w.id`,
  'An offer is for a session that was waited for': `
    update sessions set places_offered = 0 where places_offered > 0;
    update sessions set places_offered = 1 where id = (select min(id) from sessions where capacity = 10);
    update waiting_entries set offered_session_id = (select min(id) from sessions where capacity = 10)
    where status = 'offered'`,
  'No offer outlives its end by more than ten minutes': `
    update waiting_entries set offer_expires_at = offered_at - interval '1 hour' where status = 'offered'`,
  'A child has at most one live trial of a type': `
    drop index bookings_trial_once; alter table bookings disable trigger bookings_trial_person; ${secondTrial('is not null')}`,
  'A guest has at most one live trial of a type': `drop index bookings_guest_trial_once; ${secondTrial('is null')}`,
  'A family has at most one live trial of a type for one name and birthday, or for a contact': `
    drop index bookings_trial_person_once;
    insert into children (account_id, first_name, last_name, date_of_birth, medical_sealed, allergy_sealed, created_at)
    select account_id, upper(first_name), last_name, date_of_birth, medical_sealed, allergy_sealed, created_at
    from children where id = (select child_id from bookings where is_trial and child_id is not null);
    ${secondTrial('is not null', '(select max(id) from children)')}`,
  'A trial order is one place, without credits or a discount code': `
    insert into discount_uses (order_id, discount_code_id, account_id, amount_pence)
    select o.id, d.id, o.account_id, o.discount_pence from orders o, discount_codes d
    where o.is_trial and o.account_id is not null;
    update discount_codes set uses = uses + 1`,
  'A booking is a trial when its order is, and of its session’s type': `
    update bookings set is_trial = true where id = (
      select min(id) from bookings where child_id is not null and not is_trial and status = 'confirmed')`,
  'Nothing was booked after it had begun, but for walk-ins': `
    update bookings b set created_at = s.starts_at from sessions s
    where s.id = b.session_id and b.id = (select min(id) from bookings)`,
  'A session begins and ends when the clock in London says so': `
    alter table sessions alter column starts_at drop expression;
    update sessions set starts_at = starts_at + interval '1 hour' where id = (select min(id) from sessions)`,
  'No session begins or ends in the hour that London’s clock leaves out': `
    alter table sessions disable trigger sessions_times_exist;
    update sessions set start_date = '2027-03-28', end_date = '2027-03-28', start_time = '01:15', end_time = '02:30'
    where id = (select min(id) from sessions)`,
  'A session ends after it begins': `
    alter table sessions drop constraint sessions_end_after_start;
    update sessions set end_time = start_time where id = (select min(id) from sessions)`,

  'A session that is sold is of a class that is shown': `
    update offerings set is_active = false where id = (select min(offering_id) from sessions where status = 'scheduled')`,
  'A draft has no place, and nobody waits for it': `
    alter table sessions drop constraint sessions_draft_is_empty;
    alter table sessions disable trigger sessions_forward_only;
    update sessions set status = 'draft' where id = (select min(id) from sessions where places_taken > 0)`,
  'Once cancelled dates are settled nobody has a place there or waits for it, and each family was told': `
    update cancelled_date_orders set told_at = null`,
  'A session of a weekly time is on its weekday, and of its class': `
    with slot as (
      insert into offering_slots (offering_id, weekday, start_time, end_time, capacity)
      select offering_id, extract(isodow from start_date + 1), '10:00', '11:00', 10 from sessions
      where id = (select min(id) from sessions) returning id
    )
    update sessions set slot_id = (select id from slot) where id = (select min(id) from sessions)`,
  'No session lies in a closure of its term, unless the planner kept it': `
    with term as (
      insert into terms (name, start_date, end_date)
      select 'Term', start_date, start_date + 7 from sessions where id = (select min(id) from sessions) returning *
    ), closed as (
      insert into closures (term_id, name, start_date, end_date) select id, 'Fair', start_date, start_date from term
    )
    update offerings set term_id = (select id from term)
    where id = (select offering_id from sessions where id = (select min(id) from sessions))`,

  'An account has the credits that its ledger adds up to': `
    update accounts set credit_balance = credit_balance + 1 where id = (select min(id) from accounts)`,
  'Every row of the credit ledger carries the balance so far, never below nothing': `
    alter table credit_entries disable trigger user;
    update credit_entries set balance_after = balance_after + 1 where id = (select min(id) from credit_entries)`,
  'An account has the points that its ledger adds up to': `
    update accounts set points_balance = points_balance + 1 where id = (select min(id) from accounts)`,
  'Every row of the point ledger carries the balance so far, never below nothing': `
    alter table point_entries disable trigger user;
    update point_entries set balance_after = balance_after + 1 where id = (select min(id) from point_entries)`,
  'An order that earns points has one for each whole pound that stays paid, any other none': `
    alter table point_entries disable trigger user;
    update point_entries set reason = 'adjustment'
    where id = (select min(id) from point_entries where reason = 'purchase')`,
  'An order spent the credits that its ledger rows say, and none once it ended unpaid': `
    update bookings set credits_used = credits_used + 1 where id = (select id from bookings where ${byCredits('order_id')});
    update orders set credits_used = credits_used + 1 where ${byCredits('id')}`,
  'The credits of an order are those of its places': `
    update bookings set credits_used = credits_used + 1 where ${byCredits('order_id')}`,
  'A paid pack added its credits exactly once, an unpaid one none': `
    update order_packs set credits = credits + 1 where order_id = (select min(order_id) from order_packs)`,

  'An order’s total is its list price less credits and discount, never below nothing': `
    alter table orders drop constraint orders_total_adds_up;
    update orders set discount_pence = discount_pence + 1 where ${paidClass()} and discount_pence = 0`,
  'An order’s list price is the sum of its lines and its postage': `
    update orders set list_pence = list_pence + 1, credit_value_pence = credit_value_pence + 1
    where id = (select min(id) from orders)`,
  'What is payable for the places of an order is its total': `
    update bookings set payable_pence = payable_pence - 1
    where id = (select min(id) from bookings where payable_pence > 0)`,
  'A product line costs its unit price times its quantity': `
    alter table order_items drop constraint order_items_line_adds_up;
    update order_items set unit_price_pence = unit_price_pence + 1`,
  'A cancelled order holds no place': `
    with kept as (
      update bookings set status = 'confirmed'
      where id = (select min(b.id) from bookings b join sessions s on s.id = b.session_id
        where b.status = 'cancelled' and s.capacity = 10)
      returning session_id
    )
    update sessions set places_taken = places_taken + 1 where id in (select session_id from kept)`,
  'The places of a paid order are confirmed, those of an unpaid one held': `
    update bookings set status = 'held' where id = (select min(id) from bookings where status = 'confirmed')`,
  'Every order has its lines: places, products or a pack, of its own kind': `
    insert into orders (order_number, kind, account_id, status, list_pence, total_pence, payment_method, placed_at, paid_at)
    select repeat('X', 23), 'class', min(id), 'paid', 0, 0, 'free', min(created_at), min(created_at) from accounts`,
  'A product order says where it is to be sent': 'delete from order_deliveries',
  'A size belongs to a product that is no size itself, and is sold only as its size': `
    alter table products drop constraint products_sizes;
    update products set size_of = (select min(id) from products), is_active = true
    where id = (select max(id) from products)`,
  'An order that is collected at a class has no address and no postage': `
    alter table order_deliveries drop constraint order_deliveries_collected;
    update order_deliveries set is_collected = true where address <> ''`,
  'Nothing was sent before it was paid': `
    alter table order_deliveries disable trigger user;
    update order_deliveries set dispatched_at = dispatched_at - interval '1 day'`,
  'An order of products completes a fortnight after it was sent, at the earliest': `
    update orders set status = 'completed', completed_at = paid_at + interval '13 days'
    where id = (select order_id from order_deliveries where dispatched_at is not null)`,
  'No product has less than nothing in stock': `
    alter table products drop constraint products_stock_not_negative;
    update products set supplied = supplied - stock - 1, stock = -1;
    alter table stock_entries disable trigger user;
    update stock_entries e set supplied_after = p.supplied from products p where p.id = e.product_id`,
  'The stock of a product is what was supplied less what live orders took': `
    update products set stock = stock + 1`,
  'What was supplied of a product is what its stock entries say, one after the other': `
    update products set stock = stock + 1, supplied = supplied + 1`,
  'An order carries the moments of the states it went through, and no others': `
    update orders set completed_at = paid_at where id = (select min(id) from orders where status = 'paid')`,
  'An unpaid order has an end to its hold, and no other order has one': `
    alter table orders drop constraint orders_pending_has_hold;
    update orders set hold_expires_at = null where id = (select min(id) from orders where status = 'pending')`,
  'No hold outlives its end by more than ten minutes, unless its card page is still open or mismatched': `
    update orders o set hold_expires_at = hold_expires_at - interval '1 day'
    where status = 'pending' and not exists (select from payments p where p.order_id = o.id)`,
  'What costs nothing waits for a guest alone, and for half an hour at most': `
    update orders set hold_expires_at = placed_at + interval '31 minutes' where status = 'pending' and total_pence = 0`,
  'A discount code counts exactly its live uses': 'update discount_codes set uses = uses + 1',
  'No discount code is used more often than it may be': `
    alter table discount_codes drop constraint discount_codes_within_limit;
    update discount_codes set max_uses = uses - 1`,
  'Nobody uses a discount code more often than one person may':
    'update discount_codes set max_uses_per_account = 0',
  'A discount use is live exactly while its order is, and of the order’s amount': `
    update discount_uses set released_at = now() where released_at is null;
    update discount_codes set uses = uses - 1`,
  'What is taken off an order is a code’s, a rest too small for a card, or all of it by staff': `
    delete from discount_uses; update discount_codes set uses = 0`,

  'A paid order with a price has exactly one succeeded or expected payment, of its total less what was not received for cancelled places, in pounds': `
    update payments set amount_pence = amount_pence + 1 where status = 'succeeded' and order_id = ${onePaid()};
    update orders set paid_pence = paid_pence + 1 where id = ${onePaid()}`,
  'A free order has no payment': `
    insert into payments (order_id, amount_pence, status, created_at, expires_at)
    select id, 1, 'expired', placed_at, placed_at from orders where total_pence = 0 limit 1`,
  'Receipts of expected money add up to less than it; once all of it came the payment has succeeded, and what was taken back has none': `
    alter table desk_receipts disable trigger user;
    with written as (
      insert into desk_receipts (payment_id, amount_pence, received_on, staff_id, recorded_at)
      select p.id, 1, '2026-11-23', (select max(id) from staff), p.created_at from payments p
      where p.status = 'created' limit 1 returning *
    )
    insert into staff_actions (at, staff_id, action, subject_kind, subject_id, facts, prev_hash, hash)
    select w.recorded_at, w.staff_id, 'order.receive', 'order', p.order_id,
      jsonb_build_object('receipt', w.id, 'pence', 1), '', '' from written w join payments p on p.id = w.payment_id`,
  'A card payment that was received for expected money is one receipt of its order, of its sum': `
    update payments set status = 'received', differs = null where status = 'refused'`,
  'A receipt of a refund in the provider’s dashboard is of the order of that refund, and takes back no more than it': `
    alter table desk_receipts disable trigger user;
    alter table desk_receipts drop constraint desk_receipts_correct;
    with written as (
      insert into desk_receipts (payment_id, amount_pence, received_on, refund_id, recorded_at)
      select p.id, sum.pence, '2026-11-23', (select min(id) from refunds), p.created_at
      from payments p, (values (1), (-1)) sum (pence) where p.status = 'expected' limit 2 returning 1
    )
    select from written`,
  'What an order counts as paid is what its succeeded payment brought, or what was received of an expected one': `
    update orders set paid_pence = paid_pence + 1 where id = ${onePaid()}`,
  'An order’s way of paying fits what was paid: card, desk, credits, free, or none yet': `
    update orders set payment_method = 'free' where id = ${onePaid()}`,
  'Money that bought nothing goes back in full, but for what was settled otherwise': `
    insert into payments (order_id, amount_pence, status, payment_ref, created_at, expires_at)
    select id, 100, 'expired', 'pi_forgotten', placed_at, placed_at from orders where status = 'pending' limit 1`,
  'A payment that was refused had differed, and no order waits for it': `
    update refunds set kind = 'late' where kind = 'mismatch'`,
  'Money that was paid at the desk was recorded by staff with the order or later, or chosen by the family to come later, and goes back by hand': `
    alter table refunds drop constraint refunds_by_hand_wait;
    update refunds set status = 'succeeded', settled_at = requested_at, reference = 'Receipt 13' where method = 'hand';
    update orders set refunded_pence = 850 where id in (
      select p.order_id from payments p join refunds r on r.payment_id = p.id where r.method = 'hand');
    select settle_points(id, '2027-01-01') from orders where payment_method = 'desk'`,
  'Money that a family pays later is of its own order, and all that counts of it came by receipts': `
    alter table payments drop constraint payments_by_family;
    update payments set by_family = true where method = 'council'`,
  'Each receipt of expected money that staff recorded stands in the log, with its sum': `
    alter table desk_receipts disable trigger user;
    update desk_receipts set staff_id = (select max(id) from staff)`,
  'What staff booked for a family stands in the log, with the money that was paid for it': `
    update payments set method = 'voucher' where method = 'cash'`,
  'No payment is given back more than once over': `
    alter table refunds disable trigger user;
    select owe_refund(id, 'twice', '2027-01-01') from payments, generate_series(1, 2) where order_id = ${onePaid()}`,
  'A refund is settled by one refund of the provider’s or by hand, and each of those by one of ours': `
    insert into refunds (payment_id, amount_pence, reason, status, requested_at)
    select id, 100, 'unknown', 'succeeded', created_at from payments where order_id = ${onePaid()};
    update orders set refunded_pence = 100 where id = ${onePaid()};
    select settle_points(${onePaid()}, '2027-01-01')`,
  'A place that was cancelled out of a paid order says where its money and credits went, and no other does': `
    alter table booking_cancellations disable trigger user;
    update booking_cancellations set kept_pence = kept_pence + 1`,
  'A paid booking order has a live place; one that ended after it was paid has settled them all, and expects no money': `
    with cancelled as (
      update bookings b set status = 'cancelled' from booking_cancellations c
      where c.order_id = b.order_id and b.status = 'confirmed' returning b.id, b.order_id, b.session_id, b.payable_pence
    )
    update sessions set places_taken = places_taken - 1 where id in (select session_id from cancelled);
    insert into booking_cancellations (booking_id, order_id, cancelled_at, cancelled_by, refunded_pence, as_credits_pence,
      kept_pence, back_before_pence, credits_returned, credits_granted)
    select b.id, b.order_id, c.cancelled_at, 'customer', 0, 0, b.payable_pence, 0, 0, 0
    from bookings b join booking_cancellations c on c.order_id = b.order_id and c.booking_id <> b.id`,
  'Each cancelled place gave back and in exchange the credits that its settlement says': `
    select move_credits(account_id, 1, 'exchanged', null, 'For nothing', created_at, booking => id)
    from bookings where status = 'confirmed' and account_id is not null limit 1`,
  'A place that stands got the credits that its goodwill says, and no more than was paid for it': `
    select move_credits(account_id, 1, 'goodwill', null, 'For nothing', created_at, booking => id)
    from bookings where status = 'confirmed' and account_id is not null limit 1`,
  'Each refund for credits of a pack took as many from the family that bought it, and no other did': `
    alter table credit_entries disable trigger user;
    update credit_entries set refund_id = (select min(id) from refunds where kind = 'returned')
    where reason = 'packReturned'`,
  'No pack gave back more credits than it had, nor more money than they cost': `
    with more as (
      insert into refunds (payment_id, amount_pence, reason, status, requested_at, kind, credits_taken)
      select payment_id, 4500, '', 'superseded', requested_at, 'pack', 1 from refunds where kind = 'pack'
      returning id, payment_id, requested_at
    )
    select move_credits(o.account_id, -1, 'packReturned', o.id, 'Once more', more.requested_at, refund => more.id)
    from more join payments p on p.id = more.payment_id join orders o on o.id = p.order_id`,
  'Credits given as goodwill stand in the log, with a reason': `
    alter table credit_entries disable trigger user;
    update credit_entries set staff_id = (select min(id) from staff) where reason = 'orderGoodwill'`,
  'The pieces of a line that came back are what its returns say, and no more than were paid for': `
    update order_items set returned_quantity = returned_quantity + 1 where returned_quantity > 0`,
  'Pieces that went back on the shelf are an entry of the stock of their product, and no others are': `
    alter table returned_items disable trigger user;
    update returned_items set stock_entry_id = null`,
  'Products that came back stand in the log, and their refund is one of their order': `
    alter table returned_items disable trigger user;
    update returned_items set staff_id = (select min(id) from staff)`,
  'A refund that staff asked for stands in the log': `
    update refunds set reason = 'Another' where staff_id is not null`,
  'A refund that is owed has a job that makes it': `
    insert into refunds (payment_id, amount_pence, reason, status, requested_at)
    select id, 100, 'forgotten', 'requested', created_at from payments where order_id = ${onePaid()};
    select settle_points(${onePaid()}, '2027-01-01')`,
  'A refund that was asked for and accepted is one of its order, and the question stands in the log': `
    update asked_refunds set asked_by = (select id from staff s where s.id <> asked_by order by s.id limit 1)`,
  'A lost dispute has taken what its refund says, and no other refund is one of a dispute': `
    update refunds set kind = 'atStripe' where kind = 'dispute'`,
  'Nothing goes back of a payment while it is disputed': `
    update disputes set opened_at = (select min(requested_at) - interval '1 minute' from refunds where kind = 'mismatch'),
      payment_id = (select payment_id from refunds where kind = 'mismatch')
    where status = 'open'`,
  'What an order counts as refunded is what went back of its payment': `
    update orders set refunded_pence = 1 where id = ${onePaid()}`,
  'An order has at most one open card page': `
    drop index payments_one_open;
    insert into payments (order_id, amount_pence, status, created_at, expires_at)
    select order_id, amount_pence, status, created_at, expires_at from payments where status = 'created'`,
  'No card page is open ten minutes after its order ended': `
    insert into payments (order_id, amount_pence, status, created_at, expires_at)
    select id, total_pence, 'created', placed_at, placed_at + interval '1 day' from orders where status = 'cancelled' limit 1`,
  'No card page is open ten minutes after it ran out': `
    update payments set expires_at = created_at where status = 'created'`,
  'A hook of the provider is stored once': `
    alter table payment_events drop constraint payment_events_once;
    insert into payment_events (event_id, type, received_at, processed_at)
    select event_id, type, received_at, processed_at from payment_events limit 1`,
  'No hook of the provider waits longer than ten minutes': `
    update payment_events set processed_at = null where id = (select min(id) from payment_events)`,

  'Each row of the office’s log carries the hash of the one before it, and its own': `
    alter table staff_actions disable trigger user;
    update staff_actions set reason = 'another' where id = (select min(id) from staff_actions where action <> 'booking.cancel')`,
  'The office’s log ends with its last row': `
    alter table staff_actions disable trigger user;
    alter table staff_action_seals disable trigger user;
    delete from staff_action_seals where action_id = (select max(id) from staff_actions);
    delete from staff_actions where id = (select max(id) from staff_actions)`,
  [unsigned]: `
    insert into staff_actions (at, action, subject_kind, prev_hash, hash)
    values ('2026-11-23T09:00Z', 'audit.run', 'audit', '', '')`,
  'An active member of staff with a password has a second factor': `
    alter table staff drop constraint staff_active_has_second_factor;
    update staff set password_hash = 'x' where id = (select min(id) from staff)`,
  'Where anybody works in the office there is an owner': `
    drop trigger staff_keeps_an_owner on staff;
    update staff set role = 'manager'`,
  'Nobody who is suspended is signed in to the office': `
    update staff set status = 'suspended' where role = 'manager'`,
  'A session of the office is kept as a hash, and lives two weeks at most': `
    alter table staff_sessions drop constraint staff_sessions_absolute;
    update staff_sessions set expires_at = expires_at + interval '1 year' where id = (select min(id) from staff_sessions)`,
  'No account has more children than it may': `
    update accounts set children_at_most = 0 where id = (select min(account_id) from children)`,
  'No account has more unpaid orders at once than it may, with those that it pays later': `
    update accounts set unpaid_at_most = 0
    where id = (select min(account_id) from orders where status = 'pending' and account_id is not null)`,
  'No account holds more places of a session for people with a contact than it may': `
    update accounts set children_at_most = 0
    where id = (select account_id from bookings where child_id is null and account_id is not null)`,

  'A booking, its order and its child are of one family': `
    alter table bookings drop constraint bookings_own_child;
    update children set account_id = (select max(id) from accounts) where id = (select min(child_id) from bookings)`,
  'The children of a basket line are of the basket’s family': `
    alter table basket_session_children drop constraint basket_session_children_account_id_child_id_fkey;
    with line as (
      insert into basket_sessions (account_id, kind, session_id, created_at)
      select max(a.id), 'class', min(s.id), max(a.created_at) from accounts a, sessions s returning id, account_id
    )
    insert into basket_session_children select id, account_id, (select min(id) from children) from line`,
  'A child waits for its own family': `
    alter table waiting_entries drop constraint waiting_entries_account_id_child_id_fkey;
    update waiting_entries set account_id = (select min(id) from accounts) where status = 'waiting'`,
  'A message about an order goes to the family that ordered': `
    update messages set account_id = (select max(id) from accounts)
    where id = (select min(id) from messages where order_id is not null)`,
  'Credits and points of an order move in the account that ordered': `
    alter table point_entries disable trigger user;
    update point_entries set order_id = ${onePaid()} where reason = 'adjustment'`,
  'A discount use belongs to the buyer of its order': `
    update discount_uses set account_id = (select max(id) from accounts) where released_at is null`,
  'No closed or frozen account is still signed in': `
    insert into accounts (id, email, password_hash, status, created_at) overriding system value
    values (999999, 'closed-999999@closed.invalid', '', 'closed', '2026-11-23T09:00Z');
    insert into access_tokens (account_id, token_hash, created_at, last_used_at, expires_at)
    select 999999, sha256('a token'), '2026-11-23T09:00Z', '2026-11-23T09:00Z', '2026-12-20T09:00Z'`,
  'Closed account: no personal field left': `
    insert into accounts (id, email, password_hash, first_name, status, created_at) overriding system value
    values (999999, 'closed-999999@closed.invalid', '', 'Gwen', 'closed', '2026-11-23T09:00Z')`,
  'No access token lives longer than thirty days': `
    update access_tokens set expires_at = created_at + interval '31 days' where id = (select min(id) from access_tokens)`,
  'An access token is kept as a hash of 32 bytes alone': `
    alter table access_tokens drop constraint access_tokens_hash_length;
    update access_tokens set token_hash = token_hash || token_hash where id = (select min(id) from access_tokens)`,
  'An account has the address of its latest change, or the one of before when that was taken back': `
    update accounts set email = 'elsewhere@example.test' where id = (select account_id from email_changes)`,
  'An address is taken back within seven days': `
    update email_changes set take_back_until = take_back_until + interval '1 day'`,
  'A mailed code is tried at most five times': `
    alter table email_codes drop constraint email_codes_five_tries;
    update email_codes set attempts = 6`,
  'An address is sent one code of a purpose in five minutes': `
    drop index email_codes_one_at_a_time;
    insert into email_codes (email, purpose, code_hash, sent_at, expires_at)
    select email, purpose, code_hash, sent_at, expires_at from email_codes`,
  'A mailed code lives at most ten minutes': `
    alter table email_codes drop constraint email_codes_ten_minutes;
    update email_codes set expires_at = expires_at + interval '1 second'`,
  'Medical and allergy notes are in sealed envelopes': `
    update children set allergy_sealed = set_byte(allergy_sealed, 0, 0) where id = (select min(id) from children)`,
  'Medical and allergy notes are sealed with a data key that is known': `
    update children set medical_sealed = set_byte(medical_sealed, 1, 255 - get_byte(medical_sealed, 1))
    where id = (select min(id) from children)`,
  'A picture that a family uses and uploaded is among its own uploads': `
    update children set avatar_path = 'uploads/gone.webp' where id = (select min(id) from children)`,
  'No upload that nobody uses is kept much longer than a day': `
    insert into media (account_id, path, mime, bytes, sha256, created_at)
    select id, 'uploads/forgotten.webp', 'image/webp', 1, sha256('one'), created_at - interval '2 days' from accounts
    limit 1`,

  'A family is told of an event once by message': `
    alter table messages drop constraint messages_once_key_key;
    insert into messages (account_id, title, once_key, published_at)
    select account_id, title, once_key, published_at from messages limit 1`,
  'Somebody is told of an event once by mail': `
    alter table mails drop constraint mails_once_key_key;
    insert into mails (to_email, subject, body_text, purpose, once_key, created_at)
    select to_email, subject, body_text, purpose, once_key, created_at from mails where once_key is not null limit 1`,
  'A job of one event is there once': `
    alter table jobs drop constraint jobs_once_key_key;
    insert into jobs (kind, payload, run_at, done_at, once_key)
    select kind, payload, run_at, done_at, once_key from jobs where once_key is not null limit 1`,
  'A mail to many is that of one recipient, at its address': `
    insert into mails (to_email, subject, body_text, purpose, created_at)
    values ('nobody@example.test', 'News', 'News', 'offers', '2026-11-23T09:00Z')`,
  'A stopped message has no mail that waits': `
    ${stoppedMessage()};
    insert into staff_actions (at, action, subject_kind, subject_id, prev_hash, hash)
    select '2026-11-23T09:00Z', done.action, 'message', max(m.id), '', ''
    from office_messages m, unnest(array['message.send', 'message.stop']) done (action) group by done.action;
    insert into mails (to_email, subject, body_text, purpose, created_at)
    values ('somebody@example.test', 'News', 'News', 'message', '2026-11-23T09:00Z');
    insert into message_recipients
      (message_id, contact, name, first_name, email, phone, children, classes, mail_id)
    select (select max(id) from office_messages), to_email, '', '', to_email, '', '{}', '{}', id
    from mails where to_email = 'somebody@example.test'`,
  'A message that staff sent or stopped stands in the log': stoppedMessage(),
  'An automatic mail has a place or an order for which it goes, and its text was looked at': `
    ${stoppedMessage()};
    update office_messages set automatic = 'dayBefore', automatic_on = '2026-11-23', stopped_at = null, stopped_by = null
    where staff_id = (select id from staff where email = 'writing@example.test')`,
  'A confirmed order was told to its customer, or is about to be': untold('order-confirmed'),
  'A cancelled order was told to its customer, or is about to be': untold('order-cancelled'),
  'A dispatched order was told to its customer, unless they took it along': untold('order-dispatched'),
  'Credits that were granted have a member of staff, a reason and an import or a row of the log': `
    insert into staff (email, full_name, role, status, created_at)
    values ('granting@example.test', 'Ann', 'manager', 'invited', '2026-11-23T09:00Z');
    ${importedCredit()};
    select move_credits((select min(id) from accounts), 1, 'granted', null, 'For nothing', '2026-11-23T09:00Z',
      (select id from staff where email = 'granting@example.test'))`,
  'An account was granted the credits of its lines of imports and of the log, each once': `
    insert into staff (email, full_name, role, status, created_at)
    values ('granting@example.test', 'Ann', 'manager', 'invited', '2026-11-23T09:00Z');
    ${importedCredit()}`,
  'Every medical note that staff opened stands in the log': `
    insert into note_opens (day, opened) values ('2026-11-01', 1)`,
  'Medical notes are opened with a reason, or for a register that lies open': `
    insert into note_opens (day, opened) values ('2020-06-01', 1);
    insert into staff_actions (at, action, subject_kind, subject_id, child_ids, prev_hash, hash)
    select '2020-06-01T09:00Z', 'notes.read', 'session', min(id), '{1}', '', '' from sessions`,
  'Everybody who may be found is found by their words, and nobody else': `
    delete from people_search where who = (select min(who) from people_search)`,
  'Nobody whose last answer to offers is a no counts as wanting them': `
    update accounts set wants_offers = true where id = (select min(id) from accounts);
    insert into consents (account_id, kind, is_given, wording, given_on, source, created_at)
    select min(id), 'offers', false, 'May we?', '2026-11-01', 'onboarding', '2026-11-01T09:00Z' from accounts`,
  'What an import made is there, unless it was undone': `
    insert into staff (email, full_name, role, status, created_at)
    values ('importing@example.test', 'Ann', 'manager', 'invited', '2026-11-23T09:00Z');
    insert into imports (kind, file_name, sha256, encoding, state, columns, rows, staff_id, created_at)
    select 'families', 'old.csv', sha256('old'), 'UTF-8', 'done', '[]', 1, max(id), '2026-11-23T09:00Z' from staff;
    insert into import_rows (import_id, line, outcome, account_id, made)
    select (select max(id) from imports), 2, 'made', min(id), '{"childId": 999999999}' from accounts`,
  'A closed period of VAT has the lines and sums that it was closed with, and takings say the same of its days': `
    insert into staff (email, full_name, role, status, created_at)
    values ('closing@example.test', 'Ann', 'manager', 'invited', '2026-11-23T09:00Z');
    insert into vat_periods (from_day, to_day, closed_at, staff_id, lines, gross_pence, vat_pence)
    select min(at)::date - 1, max(at)::date + 1, now(), (select max(id) from staff), 0, 0, 0 from takings`,
  'No job is left undone for a quarter of an hour': `
    update jobs set done_at = null, run_at = run_at - interval '1 hour' where id = (select min(id) from jobs)`,
}

/** Returns SQL for an imported credit of the first account, granted by the newest member of staff. */
function importedCredit() {
  return `
    insert into imports (kind, file_name, sha256, encoding, state, columns, rows, staff_id, created_at)
    select 'credits', 'old.csv', sha256('old'), 'UTF-8', 'done', '[]', 1, max(id), '2026-11-23T09:00Z' from staff;
    insert into import_rows (import_id, line, outcome, account_id, made)
    select (select max(id) from imports), 2, 'made', min(id), '{"credits": 1}' from accounts`
}

function stoppedMessage() {
  return `
    insert into staff (email, full_name, role, status, created_at)
    values ('writing@example.test', 'Ann', 'manager', 'invited', '2026-11-23T09:00Z');
    insert into office_messages (kind, audience, about, subject, body, staff_id, created_at, send_at, stopped_at, stopped_by)
    select 'service', '{"to": "everybody"}', 'All families', 'News', 'News', id, created_at, created_at, created_at, id
    from staff where email = 'writing@example.test'`
}

function onePaid() {
  return `(select min(id) from orders where status = 'paid' and payment_method = 'card' and kind = 'class')`
}

function paidClass() {
  return `status = 'paid' and kind = 'class' and not is_trial and id = (
    select min(id) from orders where status = 'paid' and kind = 'class' and not is_trial and discount_pence = 0)`
}

function byCredits(column: string) {
  return `${column} = (select min(id) from orders where payment_method = 'credits')`
}

/** SQL for a second trial by the same person, or another child, in the offering's other session, with its own order. */
function secondTrial(child: 'is null' | 'is not null', who = 'f.child_id') {
  const first = `select b.* from bookings b where b.is_trial and b.child_id ${child}`
  return `
    with ordered as (
      insert into orders (order_number, kind, account_id, guest_name, guest_email, status, is_trial, list_pence,
        total_pence, payment_method, placed_at, paid_at)
      select repeat('X', 23), kind, account_id, guest_name, guest_email, status, true, 0, 0, 'free', placed_at, paid_at
      from orders where id = (select order_id from (${first}) f) returning id
    ), elsewhere as (
      select s.id from sessions s where s.offering_id = (
        select offering_id from sessions where id = (select session_id from (${first}) f)
      ) and s.places_taken = 0
    ), booked as (
      insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, attendee_name,
        attendee_email, is_trial, list_pence, payable_pence, status, created_at)
      select ordered.id, f.account_id, elsewhere.id, f.offering_type_id, ${who}, f.attendee_name,
        f.attendee_email, true, 0, 0, f.status, f.created_at
      from (${first}) f, ordered, elsewhere returning session_id
    )
    update sessions set places_taken = places_taken + 1 where id in (select session_id from booked)`
}

function untold(event: string) {
  const key = `(select min(once_key) from messages where once_key like '${event}-%')`
  return `delete from mails where once_key = ${key}; delete from messages where once_key = ${key}`
}

class Undo extends Error {}

/** Returns what `look` sees after `script`, and rolls the transaction back. */
async function afterBreaking<T>(script: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: { value: T } | undefined
  await app.db
    .transaction()
    .execute(async tx => {
      for (const statement of script.split(';')) await sql.raw(statement).execute(tx)
      seen = { value: await look(tx) }
      throw new Undo()
    })
    .catch(error => {
      if (!(error instanceof Undo)) throw error
    })
  if (!seen) throw new Error('nothing was looked at')
  return seen.value
}

test('every invariant has its own name and a way to break it', () => {
  const rules = invariants.map(invariant => invariant.rule)
  expect(new Set(rules).size).toBe(rules.length)
  expect(Object.keys(breaks).sort()).toEqual(rules.sort())
})

describe('the audit names exactly the invariant that is broken', () => {
  test.each(Object.entries(breaks))('%s', async (rule, script) => {
    const broken = await afterBreaking(script, tx => findViolations(tx, app.clock.now(), keys()))
    // A row that SQL writes into the staff log has no signature either.
    const also = script.includes('insert into staff_actions') ? unsigned : rule
    expect(broken.map(finding => finding.rule).filter(one => one !== also || one === rule)).toEqual([rule])
    expect(broken[0]?.examples.length).toBeGreaterThan(0)
  })
})

test('without a data key, a note sealed with a different key than the rest is found', async () => {
  const script = breaks['Medical and allergy notes are sealed with a data key that is known'] ?? ''
  const broken = await afterBreaking(script, tx => findViolations(tx, app.clock.now()))
  expect(broken).toMatchObject([{ number: 25, violations: 1 }])
})
