-- serves: 0001
alter table email_codes
  -- Tries on devices that the account knows, beside those of everybody else.
  add column known_attempts smallint not null default 0
    constraint email_codes_five_known_tries check (known_attempts between 0 and 5);
