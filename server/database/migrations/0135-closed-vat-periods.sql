-- serves: 0054
-- Periods whose VAT was returned (decision O-128). A closed period keeps the lines of its export as they were; neither it
-- nor the money that it counted changes (functions/vat-periods-stay.sql).
create table vat_periods (
  id bigint generated always as identity primary key,
  from_day date not null unique,
  to_day date not null unique check (to_day >= from_day),
  closed_at timestamptz not null,
  staff_id bigint not null references staff,
  lines integer not null,
  gross_pence bigint not null,
  vat_pence bigint not null
);
create table vat_lines (
  id bigint generated always as identity primary key,
  period_id bigint not null references vat_periods,
  tax_point date not null,
  order_id bigint not null references orders,
  kind text not null check (kind in ('place', 'pack', 'product')),
  line_id bigint not null,
  description text not null,
  venue text not null,
  session_date date,
  vat_code text not null check (vat_code in ('standard', 'reduced', 'zero', 'exempt', 'outside')),
  vat_percent numeric(5, 2) not null,
  method text not null,
  source text not null check (source in ('payment', 'receipt', 'refund', 'undone')),
  source_id bigint not null,
  refund_of date,
  gross_pence integer not null,
  vat_pence integer not null,
  unique (source, source_id, kind, line_id, tax_point, period_id)
);
create index vat_lines_by_day on vat_lines (tax_point);
create index vat_lines_of_period on vat_lines (period_id);
create index vat_lines_of_order on vat_lines (order_id);

-- Refunds that failed at the provider after their period had been closed. They stay counted there, and count as received
-- on the day when they failed.
create table undone_refunds (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds,
  payment_id bigint not null references payments,
  method text not null,
  amount_pence integer not null check (amount_pence > 0),
  gave_at timestamptz not null,
  undone_at timestamptz not null,
  unique (refund_id, gave_at)
);
create index undone_refunds_gave on undone_refunds (gave_at);
create index undone_refunds_undone on undone_refunds (undone_at);
