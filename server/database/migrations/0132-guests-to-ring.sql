-- serves: 0054
-- What no mail tells a guest who left only a telephone number: somebody rings them, and ticks it off.
create table guests_to_ring (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  news text not null check (news in ('moved', 'placesCancelled', 'ended', 'refunded', 'received', 'paid', 'newTime', 'newVenue')),
  staff_id bigint not null references staff,
  noted_at timestamptz not null,
  rung_at timestamptz,
  rung_by bigint references staff,
  constraint guests_to_ring_rung check ((rung_at is null) = (rung_by is null))
);
create index guests_to_ring_of_order on guests_to_ring (order_id);
create index guests_to_ring_open on guests_to_ring (noted_at) where rung_at is null;
create index guests_to_ring_rung on guests_to_ring (rung_at) where rung_at is not null;
