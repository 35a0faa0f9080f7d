-- serves: 0016
-- When a draft becomes public by itself. The job at that moment asks this column, so that the moment can be seen, changed
-- and called off.
alter table sessions add column publish_at timestamptz;
update sessions s set publish_at = j.run_at
from jobs j cross join jsonb_array_elements_text(j.payload -> 'sessionIds') as given(id)
where j.kind = 'publish-drafts' and j.done_at is null and j.payload ? 'sessionIds' and s.id = given.id::bigint
  and s.status = 'draft';
