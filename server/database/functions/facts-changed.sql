-- Ends the statement because a fact that an order was decided on has changed.
create or replace function facts_changed(what text) returns void language plpgsql as $$
begin
  raise exception '% changed meanwhile', what using errcode = 'check_violation', constraint = 'order_facts_changed';
end $$;
