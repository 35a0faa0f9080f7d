-- Names and telephone numbers as they are compared and searched. domain/compare-text.ts has the same rules for the page
-- and for imports; a test compares the two. Indexes of bookings and orders are made of these functions: a change of what
-- they answer needs a migration that makes those indexes again.

-- Small letters without accents and apostrophes, hyphens as blanks, other signs left out but those of addresses.
create or replace function search_words(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(translate(
      lower(regexp_replace(normalize(typed, NFD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[-\u2010-\u2015\u00a0\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'),
    '[\u2018\u2019\u02bc\u00b4\u2032\uff07]|[^a-z0-9@._+\s\u00a1-\uffff]', '', 'g'),
    '\s+', ' ', 'g')) collate "default"
$$;

-- A telephone number's digits, as one dials it within the country; a table program drops the first nought.
create or replace function phone_words(phone text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(00)?440?', '0'), '^([127]\d{9})$', '0\1')
$$;

-- An index is made with an empty search path, so these two are bound to the functions above when they are made.
-- The same name however it is written. One without a letter or digit is compared as it stands.
create or replace function name_key(name text) returns text language sql immutable
  return coalesce(nullif(search_words(name), ''), lower(btrim(name)));

-- What tells one contact from another: the email address, or the dialled number of who has left none.
create or replace function contact_key(email text, phone text) returns text language sql immutable
  return coalesce(nullif(lower(email), ''), nullif(phone_words(phone), ''), lower(phone));
