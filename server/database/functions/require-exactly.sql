-- Ends the statement unless the JSON has exactly the known keys, each in its usual form: 1, not "1".
create or replace function require_exactly(reader text, given jsonb, known jsonb) returns void language plpgsql as $$
begin
  if given is distinct from known then
    raise exception '% cannot take what it was given for: %', reader, (
      select string_agg(key, ', ' order by key) from jsonb_each(given) g full join jsonb_each(known) k using (key)
      where g.value is distinct from k.value)
      using errcode = 'invalid_parameter_value';
  end if;
end $$;
