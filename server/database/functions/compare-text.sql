-- Normalises names and telephone numbers for comparison and search. domain/compare-text.ts has the same rules
-- for the page and for imports, and a test compares the two. Indexes of bookings and orders use these
-- functions: a change of their results needs a migration that rebuilds those indexes.

-- Lower case without accents and apostrophes; hyphens become blanks; other signs are dropped except those of
-- addresses.
create or replace function search_words(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(translate(
      lower(regexp_replace(normalize(typed, NFD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[-\u2010-\u2015\u00a0\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'),
    '[\u2018\u2019\u02bc\u00b4\u2032\uff07]|[^a-z0-9@._+\s\u00a1-\uffff]', '', 'g'),
    '\s+', ' ', 'g')) collate "default"
$$;

-- A telephone number's digits as dialled within the country. Spreadsheets drop the leading zero, so it is
-- added.
create or replace function phone_words(phone text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(00)?440?', '0'), '^([127]\d{9})$', '0\1')
$$;

-- An index is built with an empty search path, so these two bind to the functions above when they are
-- created. Returns the same key however a name is written. A name without a letter or digit is compared as it
-- is.
create or replace function name_key(name text) returns text language sql immutable
  return coalesce(nullif(search_words(name), ''), lower(btrim(name)));

-- The key under which the office lists a guest: the email address, or the dialled number where there is none.
create or replace function contact_key(email text, phone text) returns text language sql immutable
  return coalesce(nullif(lower(email), ''), nullif(phone_words(phone), ''), lower(phone));

-- Identifies one person: the same address or the same dialled number is the same person. Null where there is
-- none, or the number is too short, so that two such people never equal each other.
create or replace function email_key(email text) returns text language sql immutable
  return nullif(lower(email), '');
create or replace function phone_key(phone text) returns text language sql immutable
  return case when length(phone_words(phone)) >= 7 then phone_words(phone) end;
