-- Applies the provider's report on a card page to its payment and order, once however often it comes
-- (decisions E-06, E-07). It is one statement, so that the locks (account, order) are held for one round trip
-- only. `event` is the hook that is answered, if any. Returns the outcome: 'late' when the order was
-- cancelled or paid meanwhile, and then nothing has been done (server/features/orders/confirm-order.ts).
create or replace function settle_payment(told jsonb, points integer, event text, at timestamptz)
returns text language plpgsql as $$
declare
  page payments;
  placed orders;
  outcome text;
  seen jsonb;
begin
  select * into page from payments where provider_ref = told ->> 'ref';
  select * into placed from orders where id = page.order_id;
  if page.id is null then
    outcome := 'unknown';
  elsif told ->> 'state' = 'ended' then
    update payments set status = 'expired', settled_at = at where id = page.id and status = 'created';
    outcome := 'ended';
  elsif told ->> 'state' <> 'paid' then
    outcome := told ->> 'state';
  -- Hooks, returns and the reconciler all report the same payment. A settled one is recognised without
  -- waiting for a lock.
  elsif page.payment_ref <> '' then
    outcome := 'knownBefore';
  -- A payment that was set aside is confirmed once the provider reports the amount that we asked for. A page
  -- that counted as closed may have been paid all the same. If another page of its order is open or set
  -- aside, it keeps its state and only staff are told.
  elsif (told ->> 'amountPence')::integer <> page.amount_pence or page.amount_pence <> placed.total_pence
    or told ->> 'currency' <> page.currency or told ->> 'orderNumber' <> placed.order_number
    or not (told ->> 'isOurMode')::boolean
  then
    seen := jsonb_build_object('pence', told -> 'amountPence', 'currency', told -> 'currency',
      'orderNumber', told -> 'orderNumber', 'isOurMode', told -> 'isOurMode');
    update payments set status = 'mismatched', settled_at = at, differs = seen
    where id = page.id and status in ('created', 'expired') and not exists (
      select from payments other
      where other.order_id = page.order_id and other.id <> page.id and other.status in ('created', 'mismatched'));
    outcome := case when found then 'mismatch' else 'mismatchedBefore' end;
    update payments set differs = seen
    where id = page.id and status = 'mismatched' and differs is distinct from seen;
    if outcome = 'mismatch' or page.status = 'expired' then
      perform tell_staff('payment', 'payment-' || page.id, 'Order ' || placed.order_number, at);
    end if;
  else
    perform 1 from accounts where id = placed.account_id for no key update;
    select * into placed from orders where id = page.order_id for no key update;
    select * into page from payments where id = page.id;
    if page.payment_ref <> '' then
      outcome := 'knownBefore';
    elsif placed.status <> 'pending' then
      return 'late';
    else
      update payments set status = 'succeeded', payment_ref = told ->> 'paymentRef', settled_at = at, differs = null
      where id = page.id;
      perform mark_paid(placed.id, page.amount_pence, 'card', points, at);
      outcome := 'confirmed';
    end if;
  end if;
  if event is not null then
    update payment_events set processed_at = at where event_id = event;
  end if;
  return outcome;
end $$;
