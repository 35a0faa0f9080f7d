-- Writes a job in the caller's transaction. A second job with the same key is ignored.
create or replace function enqueue_job(kind text, payload jsonb, run_at timestamptz, once_key text)
returns void language sql as $$
  insert into jobs (kind, payload, run_at, once_key)
  values (kind, payload, run_at, once_key)
  on conflict (once_key) do nothing
$$;
