-- Ends the statement unless what was handed over reads as exactly what its reader knows: no key more or less, and no
-- value that is written otherwise, as "1" for 1.
create or replace function require_exactly(reader text, given jsonb, known jsonb) returns void language plpgsql as $$
begin
  if given is distinct from known then
    raise exception '% cannot take what it was given for: %', reader, (
      select string_agg(key, ', ' order by key) from jsonb_each(given) g full join jsonb_each(known) k using (key)
      where g.value is distinct from k.value)
      using errcode = 'invalid_parameter_value';
  end if;
end $$;
