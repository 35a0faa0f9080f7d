-- Checks that a cancelled place is settled completely: the five amounts add up to what was payable, no more
-- credits are returned than were used, and the place is free. A settlement never changes.
create or replace function booking_cancellations_add_up() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or not exists (
    select from bookings b join orders o on o.id = b.order_id
    where b.id = new.booking_id and o.id = new.order_id and b.status = 'cancelled' and o.paid_at is not null
      and b.payable_pence = new.refunded_pence + new.as_credits_pence + new.kept_pence + new.back_before_pence
        + new.not_received_pence
      and b.credits_used >= new.credits_returned)
  then
    raise exception 'the settlement of a place does not add up'
      using errcode = 'check_violation', constraint = 'booking_cancellations_add_up';
  end if;
  return new;
end $$;
create or replace trigger booking_cancellations_add_up before insert or update or delete on booking_cancellations
  for each row execute function booking_cancellations_add_up();
-- A settled place is never booked again.
create or replace function settled_bookings_stay() returns trigger language plpgsql as $$
begin
  if exists (select from booking_cancellations where booking_id = new.id) then
    raise exception 'booking % was settled', new.id
      using errcode = 'check_violation', constraint = 'settled_bookings_stay';
  end if;
  return new;
end $$;
create or replace trigger settled_bookings_stay before update of status on bookings
  for each row when (old.status = 'cancelled' and new.status <> 'cancelled') execute function settled_bookings_stay();
