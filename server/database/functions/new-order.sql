-- Reads the row of a new order from JSON: every column by its name, except those that write_order and later
-- events fill in. Ends the statement when a column is missing or unknown, or a value is not in its usual
-- form.

create or replace function new_order(given jsonb) returns orders language plpgsql as $$
declare
  known orders := jsonb_populate_record(null::orders, given);
begin
  known.postage_pence := coalesce(known.postage_pence, 0);
  perform require_exactly('new_order', given, to_jsonb(known)
    - array['id', 'status', 'payment_method', 'paid_pence', 'refunded_pence', 'earns_points', 'points_short', 'policy',
      'paid_at', 'completed_at', 'cancelled_at', 'cancel_reason']
    -- Older servers do not name these columns.
    - case when given ? 'placed_by' then '' else 'placed_by' end
    - case when given ? 'postage_pence' then '' else 'postage_pence' end
    -- One instant has several valid spellings.
    || jsonb_build_object('placed_at', given -> 'placed_at', 'hold_expires_at', given -> 'hold_expires_at'));
  return known;
end $$;
