-- Writes the row of a new order, whatever is bought. What costs nothing is paid at once, and its customer told
-- (decision E-04); the rest is held until hold_expires_at. A guest's order of nothing is held for half an hour at most,
-- and waits for them to open the link in a mail (record 025).

create or replace function write_order(
  order_number text, kind text, buyer bigint, total_pence integer, request_hash bytea, placed_at timestamptz,
  hold_expires_at timestamptz, list_pence integer default null, credit_value_pence integer default 0,
  discount_pence integer default 0, credits_used integer default 0, is_trial boolean default false,
  guest_name text default '', guest_email text default '', guest_phone text default '', guest_network text default '',
  out order_id bigint, out order_status text
) language plpgsql as $$
declare
  is_paid boolean := total_pence = 0 and buyer is not null;
  is_unconfirmed boolean := total_pence = 0 and buyer is null;
begin
  order_status := case when is_paid then 'paid' else 'pending' end;
  insert into orders (order_number, kind, account_id, guest_name, guest_email, guest_phone, guest_network, status,
    is_trial, list_pence, credit_value_pence, discount_pence, total_pence, credits_used, payment_method, placed_at,
    hold_expires_at, paid_at, request_hash)
  values (order_number, kind, buyer, guest_name, guest_email, guest_phone, guest_network, order_status, is_trial,
    coalesce(list_pence, total_pence), credit_value_pence, discount_pence, total_pence, credits_used,
    case when is_paid then case when credits_used > 0 then 'credits' else 'free' end end, placed_at,
    case when is_unconfirmed then least(hold_expires_at, placed_at + interval '30 minutes')
      when not is_paid then hold_expires_at end, case when is_paid then placed_at end, request_hash)
  returning id into order_id;
  if is_paid then
    perform enqueue_job('order-confirmed', jsonb_build_object('orderId', order_id), placed_at,
      'order-confirmed-' || order_id);
  end if;
  if is_unconfirmed then
    perform enqueue_job('ask-to-confirm', jsonb_build_object('orderId', order_id), placed_at,
      'ask-to-confirm-' || order_id);
  end if;
end $$;
