-- Ends the statement: something that an order was decided on is no longer so.
create or replace function facts_changed(what text) returns void language plpgsql as $$
begin
  raise exception '% changed meanwhile', what using errcode = 'check_violation', constraint = 'order_facts_changed';
end $$;
