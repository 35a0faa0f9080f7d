-- Whether mail can be sent to it: the rule of domain/email-address.ts (`isEmailAddress`); a test compares the
-- two. An index of accounts uses it: a change of its results needs a migration that rebuilds that index.
create or replace function is_email_address(email text) returns boolean language sql immutable
  return length(email) <= 254 and strpos(email, '@') <= 65 and lower(email) ~
    '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$';
