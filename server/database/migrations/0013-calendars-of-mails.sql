-- serves: 0008
-- What a mail brings for a calendar programme, as an attachment; gone with its text once it is sent.
alter table mails add column calendar_text text not null default '';
