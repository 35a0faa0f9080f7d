-- serves: 0054
-- A note about a family that stands before the others. A withdrawn one has no text to show.
alter table family_notes add column pinned_at timestamptz;
alter table family_notes add constraint family_notes_pinned check (pinned_at is null or withdrawn_at is null);
