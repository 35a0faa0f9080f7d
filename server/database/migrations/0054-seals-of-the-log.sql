-- serves: 0054
-- Signatures of the office's log with a key that the database never sees: one of each row, and one of the log's end.
create table staff_action_seals (
  action_id bigint primary key references staff_actions,
  key_id bytea not null,
  seal bytea not null
);
alter table audit_head add last_id bigint not null default 0, add seal bytea;
update audit_head set last_id = coalesce((select max(id) from staff_actions), 0);
