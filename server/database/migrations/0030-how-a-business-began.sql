-- serves: 0016
-- What the first start made of the database, for all that follow. Active people without any way in are the invented
-- business's alone; null is a database that no start has decided on yet, or one from before there was an office.
alter table business add column began text constraint business_began check (began in ('invented', 'empty'));
update business set began = case
  when exists (
    select from staff m where m.status = 'active' and m.password_hash = ''
      and not exists (select from staff_passkeys p where p.staff_id = m.id)) then 'invented'
  when exists (select from staff) or exists (select from staff_invitations) then 'empty' end;
