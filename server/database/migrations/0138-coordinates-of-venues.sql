-- serves: 0054
-- Where a venue is, as typed: '51.4412, -2.5986'. Empty where the map link tells it.
alter table venues add column coordinates text not null default '' check (length(coordinates) <= 60);
