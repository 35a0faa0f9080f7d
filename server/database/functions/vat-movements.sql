-- What was sold: a row for each place, pack and kind of product of an order, with its price and VAT code. `gone_at` is when a
-- place was cancelled.
create or replace view sold_lines as
  select b.order_id, 'place' as kind, b.id as line_id, b.payable_pence as pence, b.vat_code, t.vat_code as own_code,
    -- No join: for the few places of an order the planner would read the cancellations of all orders.
    (select x.cancelled_at from booking_cancellations x where x.booking_id = b.id) as gone_at
  from bookings b join offering_types t on t.id = b.offering_type_id
  union all
  select k.order_id, 'pack', k.order_id, k.price_pence, k.vat_code, c.vat_code, null
  from order_packs k join class_packs c on c.id = k.class_pack_id
  union all
  select i.order_id, 'product', i.id, i.line_pence, i.vat_code, p.vat_code, null
  from order_items i join products p on p.id = i.product_id;

-- The money of each movement, shared among the lines of its order to the penny (decision O-127): a refund among the places or
-- products for which it was made, anything else among the lines that stood that day, by their prices. The rounded running
-- sums leave no remainder. The VAT of a line is its fraction of the gross, rounded to the nearest penny, and of a refund the
-- same with a minus. The rate is that of the day on which the order was paid.
create or replace view vat_movements as
  select t.at, (t.at at time zone 'Europe/London')::date as day, t.order_id, t.method, t.source, t.source_id,
    l.kind, l.line_id, f.code, coalesce(r.percent, 0) as percent, l.pence as gross_pence,
    round(l.pence * coalesce(r.percent, 0) / (100 + coalesce(r.percent, 0)))::integer as vat_pence,
    case when t.source = 'refund' then f.paid_on end as refund_of
  from takings t join orders o on o.id = t.order_id cross join business b
  cross join lateral (
    select w.kind, w.line_id, w.vat_code, w.own_code,
      (round((t.received_pence - t.back_pence) * w.upto / w.total)
        - round((t.received_pence - t.back_pence) * (w.upto - w.weight) / w.total))::integer as pence
    from (
      select v.*, sum(v.weight) over (order by v.kind, v.line_id)::numeric as upto, sum(v.weight) over () as total
      from (
        select s.*, case when sum(s.meant) over () > 0 then s.meant when sum(s.stood) over () > 0 then s.stood
          when sum(s.pence) over () > 0 then s.pence else 1 end as weight
        from (
          select k.kind, k.line_id, k.vat_code, k.own_code, k.pence,
            case when k.gone_at is null or k.gone_at >= t.at then k.pence else 0 end as stood,
            case when t.source in ('refund', 'undone') then case k.kind
              when 'place' then coalesce((select 1 from refunds q where q.id = t.source_id and q.booking_id = k.line_id), 0)
                + coalesce((select sum(g.refunded_pence) from goodwill_places g
                    where g.refund_id = t.source_id and g.booking_id = k.line_id), 0)
                + coalesce((select c.refunded_pence from booking_cancellations c
                    where c.booking_id = k.line_id and c.refund_id = t.source_id), 0)
              when 'product' then coalesce((select sum(y.quantity) * max(i.unit_price_pence)
                from returned_items y join order_items i on i.id = y.order_item_id
                where y.refund_id = t.source_id and y.order_item_id = k.line_id), 0)
              else 0 end else 0 end as meant
          from sold_lines k where k.order_id = t.order_id
        ) s
      ) v
    ) w
  ) l
  cross join lateral (select (coalesce(o.paid_at, t.at) at time zone 'Europe/London')::date as paid_on) d
  cross join lateral (select d.paid_on, case
      when b.vat_registered_on > d.paid_on then 'outside'
      when l.vat_code is not null then l.vat_code
      when not b.is_vat_registered then 'outside'
      else coalesce(nullif(l.own_code, ''), b.vat_code) end as code) f
  left join (select code, from_day, percent, lead(from_day) over (partition by code order by from_day) as until from vat_rates) r
    on r.code = f.code and f.paid_on >= r.from_day and (r.until is null or f.paid_on < r.until)
  where l.pence <> 0;
