-- serves: 0054
-- What is drawn below the top of each page of the site.
alter table business add column edge text not null default 'bunting'
  constraint business_edge_known check (edge in ('bunting', 'scallops', 'dots', 'line'));
