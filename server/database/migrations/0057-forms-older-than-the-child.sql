-- serves: 0054
-- A child's form that is sent again after its answer was lost makes the child once.
alter table children add column request_id text check (request_id <> '');
create unique index children_once_by_request on children (account_id, request_id) where request_id is not null;

-- Which sign-ins have not read a child since somebody else saved it. A save by one of them that does not say what its
-- form began with comes from an older form.
create table unread_child_changes (
  token_id bigint not null references access_tokens on delete cascade,
  child_id bigint not null references children on delete cascade,
  primary key (token_id, child_id)
);
create index unread_child_changes_child on unread_child_changes (child_id);
