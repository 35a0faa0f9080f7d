-- Writes the row of a new order, whatever is bought (server/features/orders/write-order.ts has its type). What costs
-- nothing is paid at once, and its customer told (decision E-04).

create or replace function write_order(new_order jsonb, out order_id bigint, out order_status text) language plpgsql as $$
declare
  given record;
  placed timestamptz;
begin
  select * into given from jsonb_to_record(new_order) as o(
    "orderNumber" text, kind text, "accountId" bigint, "guestName" text, "guestEmail" text, "guestPhone" text,
    "guestNetwork" text, "isTrial" boolean, "listPence" integer, "creditValuePence" integer, "discountPence" integer,
    "totalPence" integer, "creditsUsed" integer, "requestHash" text, "placedAt" text, "holdExpiresAt" text);
  perform require_exactly('write_order', new_order, to_jsonb(given));
  placed := given."placedAt"::timestamptz;
  order_status := case when given."totalPence" = 0 then 'paid' else 'pending' end;
  insert into orders (order_number, kind, account_id, guest_name, guest_email, guest_phone, guest_network, status,
    is_trial, list_pence, credit_value_pence, discount_pence, total_pence, credits_used, payment_method, placed_at,
    hold_expires_at, paid_at, request_hash)
  values (given."orderNumber", given.kind, given."accountId", given."guestName", given."guestEmail",
    given."guestPhone", given."guestNetwork", order_status, given."isTrial", given."listPence",
    given."creditValuePence", given."discountPence", given."totalPence", given."creditsUsed",
    case when order_status = 'paid' then case when given."creditsUsed" > 0 then 'credits' else 'free' end end, placed,
    case when order_status = 'pending' then given."holdExpiresAt"::timestamptz end,
    case when order_status = 'paid' then placed end, decode(given."requestHash", 'hex'))
  returning id into order_id;
  if order_status = 'paid' then
    perform enqueue_job('order-confirmed', jsonb_build_object('orderId', order_id), placed,
      'order-confirmed-' || order_id);
  end if;
end $$;
