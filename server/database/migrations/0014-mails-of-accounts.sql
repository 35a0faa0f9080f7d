-- Whose a mail is: an address can go from one account to another, what was written to it cannot.
alter table mails add column account_id bigint references accounts;
-- A notice is a message and a mail of one event.
update mails set account_id = messages.account_id from messages where messages.once_key = mails.once_key;
create index mails_of_account on mails (account_id) where account_id is not null;
