-- Deletes an import's samples and warnings with its file, because they quote it.
create or replace function imports_forget_samples() returns trigger language plpgsql as $$
begin
  new.samples_sealed := null;
  new.warnings := '[]';
  return new;
end $$;
create or replace trigger imports_forget_samples before insert or update of file_sealed on imports
  for each row when (new.file_sealed is null) execute function imports_forget_samples();
