-- serves: 0016
-- A way into the office that has been begun: a password that waits for its code, a passkey's challenge, a link or a
-- recovery code that lets somebody enrol, an e-mail address that waits to be proved. Each works once, and not for long.
create table staff_attempts (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('code', 'passkey', 'enrol', 'email')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  staff_id bigint references staff,
  invitation_id bigint references staff_invitations,
  -- Begun by somebody who is signed in: only they go on with it.
  session_id bigint references staff_sessions,
  challenge text not null default '',
  full_name text not null default '',
  email text not null default '',
  password_hash text not null default '',
  -- The authenticator's key that is to be proved, sealed like staff.totp_sealed; or a mailed code's hash.
  secret bytea,
  wrong_codes integer not null default 0,
  -- A lost second factor begins everything anew; one more passkey leaves the others as they are.
  begins_anew boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '1 hour'),
  closed_at timestamptz
);
create index staff_attempts_of_staff on staff_attempts (staff_id);
