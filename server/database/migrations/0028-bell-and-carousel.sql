-- serves: 0016
-- Counted every minute on every screen of the office.
create index payments_mismatched on payments (id) where status = 'mismatched';
create index mails_refused on mails (refused_at) where refused_at is not null;
-- Where a picture leads that stands in the home page's carousel.
alter table site_pictures add column link text not null default '';
