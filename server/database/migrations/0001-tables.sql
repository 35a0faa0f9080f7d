-- serves: 0001
-- All tables. Append-only: later changes are new files. Functions, triggers and views stand in ../functions.
-- Money is integer pence; local dates and times are stored as entered (Europe/London),
-- and starts_at / ends_at are derived from them by the database itself.

-- Identity ---------------------------------------------------------------------------------------

create table accounts (
  id bigint generated always as identity primary key,
  email text not null constraint accounts_email_lower check (email = lower(email) and email <> ''),
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  mobile text not null default '',
  avatar_path text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  town text not null default '',
  postcode text not null default '',
  note text not null default '',
  referral_source text not null default '',
  wants_offers boolean,
  terms_accepted_at timestamptz,
  credit_balance integer not null default 0 constraint accounts_credits_not_negative check (credit_balance >= 0),
  points_balance integer not null default 0 constraint accounts_points_not_negative check (points_balance >= 0),
  status text not null default 'active' check (status in ('active', 'closed')),
  created_at timestamptz not null,
  constraint accounts_email_once unique (email)
);

create table access_tokens (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  token_hash bytea not null constraint access_tokens_hash_length check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint access_tokens_hash_once unique (token_hash)
);
create index access_tokens_account on access_tokens (account_id);

create table email_codes (
  id bigint generated always as identity primary key,
  email text not null,
  purpose text not null check (purpose in ('register', 'reset_password')),
  code_hash bytea not null,
  attempts smallint not null default 0 constraint email_codes_five_tries check (attempts between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  constraint email_codes_ten_minutes check (expires_at <= sent_at + interval '10 minutes')
);
create unique index email_codes_one_open on email_codes (email, purpose) where closed_at is null;
create index email_codes_recent on email_codes (email, purpose, sent_at desc);

create table rate_limits (
  key text not null,
  window_starts_at timestamptz not null,
  count integer not null,
  primary key (key, window_starts_at)
);
create index rate_limits_age on rate_limits (window_starts_at);

-- Children ---------------------------------------------------------------------------------------

create table children (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  first_name text not null constraint children_first_name_given check (first_name <> ''),
  last_name text not null constraint children_last_name_given check (last_name <> ''),
  gender smallint not null default 0 check (gender in (0, 1, 2)),
  date_of_birth date not null,
  attends_school boolean not null default false,
  school_name text not null default '',
  address_source text not null default 'guardian' check (address_source in ('guardian', 'alternative')),
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  -- AES-256-GCM envelopes (see server/database/seal-note.ts); never plain text.
  medical_sealed bytea not null constraint children_medical_sealed check (octet_length(medical_sealed) > 29),
  allergy_sealed bytea not null constraint children_allergy_sealed check (octet_length(allergy_sealed) > 29),
  note text not null default '',
  photo_permission boolean not null default false,
  photo_marketing_permission boolean not null default false,
  avatar_path text not null default '',
  created_at timestamptz not null,
  constraint children_of_account unique (account_id, id)
);

create table emergency_contacts (
  child_id bigint not null references children,
  position smallint not null check (position in (1, 2)),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  mobile text not null check (mobile <> ''),
  email text not null check (email <> ''),
  relationship text not null check (relationship <> ''),
  primary key (child_id, position)
);

create table pick_up_people (
  child_id bigint primary key references children,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  relationship text not null default '',
  photo_path text not null default ''
);

-- Catalogue --------------------------------------------------------------------------------------

create table venues (
  id bigint generated always as identity primary key,
  name text not null unique,
  address text not null default '',
  sort integer not null default 0,
  is_active boolean not null default true
);

create table age_groups (
  id bigint generated always as identity primary key,
  name text not null unique,
  sort integer not null default 0,
  is_active boolean not null default true
);

create table offering_types (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('class', 'event', 'parentSession')),
  name text not null,
  age_label text not null default '',
  image_path text not null default '',
  detail_image_path text not null default '',
  introduction text not null default '',
  details_html text not null default '',
  introduction_html text not null default '',
  term_dates text not null default '',
  sort integer not null default 0,
  is_active boolean not null default true,
  unique (kind, name),
  unique (id, kind)
);

create table offerings (
  id bigint generated always as identity primary key,
  kind text not null,
  offering_type_id bigint not null,
  venue_id bigint not null references venues,
  age_group_id bigint not null references age_groups,
  name text not null,
  image_path text not null default '',
  introduction_html text not null default '',
  price_description text not null default '',
  one_off_price_pence integer not null default 0 check (one_off_price_pence >= 0),
  start_date date not null,
  end_date date not null,
  term_dates text not null default '',
  classroom text not null default '',
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  is_pack_only boolean not null default false,
  is_active boolean not null default true,
  foreign key (offering_type_id, kind) references offering_types (id, kind),
  constraint offerings_end_after_start check (end_date >= start_date),
  unique (id, kind),
  unique (id, offering_type_id)
);
create index offerings_type on offerings (offering_type_id);
create index offerings_venue on offerings (venue_id);
create index offerings_age_group on offerings (age_group_id);

create table sessions (
  id bigint generated always as identity primary key,
  kind text not null,
  offering_id bigint not null,
  offering_type_id bigint not null,
  name text not null default '',
  start_date date not null,
  end_date date not null,
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null generated always as ((start_date + start_time) at time zone 'Europe/London') stored,
  ends_at timestamptz not null generated always as ((end_date + end_time) at time zone 'Europe/London') stored,
  capacity integer not null check (capacity >= 0),
  places_taken integer not null default 0,
  places_offered integer not null default 0,
  price_pence integer not null check (price_pence >= 0),
  offers_trial boolean not null default false,
  trial_price_pence integer not null default 0 check (trial_price_pence >= 0),
  credits integer not null default 1 check (credits >= 0),
  status text not null default 'scheduled' check (status in ('scheduled', 'withdrawn')),
  foreign key (offering_id, kind) references offerings (id, kind),
  foreign key (offering_id, offering_type_id) references offerings (id, offering_type_id),
  constraint sessions_end_after_start check (end_date + end_time > start_date + start_time),
  constraint sessions_counters_not_negative check (places_taken >= 0 and places_offered >= 0),
  constraint sessions_capacity_not_exceeded check (places_taken + places_offered <= capacity),
  constraint sessions_once unique (offering_id, start_date, start_time, name),
  unique (id, offering_type_id)
) with (fillfactor = 80); -- room for the counters to be updated in place
create index sessions_week on sessions (kind, start_date);
create index sessions_of_offering on sessions (offering_id, start_date);

-- Orders and bookings ----------------------------------------------------------------------------

create table orders (
  id bigint generated always as identity primary key,
  order_number text not null constraint orders_number_once unique constraint orders_number_long check (length(order_number) >= 20),
  kind text not null check (kind in ('class', 'event', 'parentSession', 'product', 'pack')),
  account_id bigint references accounts,
  guest_name text not null default '',
  guest_email text not null default '',
  guest_phone text not null default '',
  status text not null check (status in ('pending', 'paid', 'completed', 'cancelled')),
  is_trial boolean not null default false,
  list_pence integer not null check (list_pence >= 0),
  credit_value_pence integer not null default 0 check (credit_value_pence >= 0),
  discount_pence integer not null default 0 check (discount_pence >= 0),
  total_pence integer not null check (total_pence >= 0),
  paid_pence integer not null default 0 check (paid_pence >= 0),
  refunded_pence integer not null default 0 check (refunded_pence >= 0),
  credits_used integer not null default 0 check (credits_used >= 0),
  payment_method text check (payment_method in ('card', 'credits', 'free')),
  placed_at timestamptz not null,
  hold_expires_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('customer', 'expired', 'staff')),
  request_hash bytea,
  -- The network a guest booked from, as a keyed hash (config.pepper); '' for an account's order.
  guest_network text not null default '',
  constraint orders_guest_only_for_parent_sessions check (account_id is not null or kind = 'parentSession'),
  constraint orders_total_adds_up check (total_pence = list_pence - credit_value_pence - discount_pence),
  constraint orders_completed_products_only check (status <> 'completed' or kind = 'product'),
  constraint orders_no_credits_on_trials_or_guests check (credits_used = 0 or not (is_trial or account_id is null)),
  constraint orders_pending_has_hold check ((status = 'pending') = (hold_expires_at is not null)),
  constraint orders_refund_within_paid check (refunded_pence <= paid_pence),
  constraint orders_cancel_reason_given check ((status = 'cancelled') = (cancel_reason is not null)),
  unique (id, account_id)
) with (fillfactor = 80);
create index orders_of_account on orders (account_id, kind, placed_at desc, id desc);
create index orders_holds on orders (hold_expires_at) where status = 'pending';
-- By what was asked, whoever asks: `account_id is not distinct from …` serves guests too, but no index of accounts.
create index orders_repeats on orders (request_hash) where status = 'pending';
-- Completing orders looks for these alone (decision E-02).
create index orders_to_complete on orders (paid_at) where kind = 'product' and status = 'paid';
create index orders_held_by_network on orders (guest_network) where status = 'pending' and account_id is null;

create table bookings (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  account_id bigint,
  session_id bigint not null,
  offering_type_id bigint not null,
  child_id bigint,
  attendee_name text not null default '',
  attendee_email text not null default '',
  attendee_phone text not null default '',
  is_trial boolean not null default false,
  list_pence integer not null check (list_pence >= 0),
  credits_used integer not null default 0 check (credits_used >= 0),
  payable_pence integer not null check (payable_pence >= 0 and payable_pence <= list_pence),
  status text not null check (status in ('held', 'confirmed', 'cancelled')),
  created_at timestamptz not null,
  foreign key (order_id, account_id) references orders (id, account_id),
  foreign key (session_id, offering_type_id) references sessions (id, offering_type_id),
  -- A booking across families is impossible, whatever the code forgets.
  constraint bookings_own_child foreign key (account_id, child_id) references children (account_id, id),
  constraint bookings_child_has_account check (child_id is null or account_id is not null),
  constraint bookings_child_or_attendee check ((child_id is null) = (attendee_name <> ''))
);
create index bookings_of_order on bookings (order_id);
create index bookings_of_account on bookings (account_id, session_id);
create unique index bookings_child_once on bookings (session_id, child_id)
  where status <> 'cancelled' and child_id is not null;
create unique index bookings_attendee_once on bookings (session_id, attendee_email, lower(attendee_name))
  where status <> 'cancelled' and child_id is null;
create unique index bookings_trial_once on bookings (offering_type_id, child_id)
  where is_trial and status <> 'cancelled' and child_id is not null;
create unique index bookings_guest_trial_once on bookings (offering_type_id, attendee_email)
  where is_trial and status <> 'cancelled' and child_id is null;

create table booking_moves (
  id bigint generated always as identity primary key,
  booking_id bigint not null references bookings,
  from_session_id bigint not null references sessions,
  to_session_id bigint not null references sessions,
  moved_at timestamptz not null,
  constraint booking_moves_elsewhere check (from_session_id <> to_session_id)
);
create index booking_moves_of_booking on booking_moves (booking_id);

-- Packs, credits, points -------------------------------------------------------------------------

create table class_packs (
  id bigint generated always as identity primary key,
  name text not null,
  credits integer not null check (credits > 0),
  description text not null default '',
  description_2 text not null default '',
  price_pence integer not null check (price_pence >= 0),
  image_path text not null default '',
  sort integer not null default 0,
  is_active boolean not null default true
);

create table order_packs (
  order_id bigint primary key references orders,
  class_pack_id bigint not null references class_packs,
  name text not null,
  credits integer not null check (credits > 0),
  price_pence integer not null check (price_pence >= 0)
);

-- Ledgers: rows are never updated or deleted; the account row is locked while one is added.
create table credit_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  delta integer not null check (delta <> 0),
  balance_after integer not null check (balance_after >= 0),
  reason text not null check (reason in ('pack', 'booking', 'refund', 'adjustment')),
  order_id bigint references orders,
  memo text not null,
  created_at timestamptz not null
);
create unique index credit_entries_once on credit_entries (order_id, reason) where order_id is not null;
create index credit_entries_of_account on credit_entries (account_id, id desc);

create table point_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  delta integer not null check (delta <> 0),
  balance_after integer not null check (balance_after >= 0),
  reason text not null check (reason in ('purchase', 'reversal', 'adjustment')),
  order_id bigint references orders,
  memo text not null,
  created_at timestamptz not null
);
create unique index point_entries_once on point_entries (order_id, reason) where order_id is not null;
create index point_entries_of_account on point_entries (account_id, id desc);

-- Shop and baskets -------------------------------------------------------------------------------

create table product_categories (
  id bigint generated always as identity primary key,
  name text not null unique,
  image_path text not null default '',
  sort integer not null default 0,
  is_active boolean not null default true
);

create table products (
  id bigint generated always as identity primary key,
  category_id bigint not null references product_categories,
  name text not null,
  price_pence integer not null check (price_pence >= 0),
  image_path text not null default '',
  stock integer not null constraint products_stock_not_negative check (stock >= 0),
  content_html text not null default '',
  is_popular boolean not null default false,
  sort integer not null default 0,
  is_active boolean not null default true,
  -- How many pieces the business has ever put on the shelf. Orders never touch it, so the audit can tell whether
  -- the stock is what is left of it: supplied = stock + what live orders took (invariant 15).
  supplied integer not null
);
create index products_of_category on products (category_id);

create table product_images (
  product_id bigint not null references products,
  position smallint not null,
  path text not null,
  primary key (product_id, position)
);

create table order_items (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  product_id bigint not null references products,
  name text not null,
  image_path text not null default '',
  unit_price_pence integer not null check (unit_price_pence >= 0),
  quantity integer not null check (quantity > 0),
  line_pence integer not null,
  constraint order_items_line_adds_up check (line_pence = unit_price_pence * quantity)
);
create index order_items_of_order on order_items (order_id);

create table order_deliveries (
  order_id bigint primary key references orders,
  full_name text not null,
  phone text not null,
  address text not null,
  postcode text not null,
  dispatched_at timestamptz
);

create table basket_products (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  product_id bigint not null references products,
  quantity integer not null check (quantity > 0),
  created_at timestamptz not null,
  constraint basket_products_once unique (account_id, product_id)
);

create table basket_sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('class', 'event', 'parentSession')),
  session_id bigint not null references sessions,
  attendee_name text not null default '',
  attendee_email text not null default '',
  attendee_phone text not null default '',
  created_at timestamptz not null,
  constraint basket_sessions_once unique (account_id, session_id, attendee_email, attendee_name),
  unique (id, account_id)
);

create table basket_session_children (
  basket_session_id bigint not null,
  account_id bigint not null,
  child_id bigint not null,
  primary key (basket_session_id, child_id),
  foreign key (basket_session_id, account_id) references basket_sessions (id, account_id) on delete cascade,
  foreign key (account_id, child_id) references children (account_id, id)
);

-- Payments and discounts -------------------------------------------------------------------------

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  provider text not null default 'stripe',
  provider_ref text constraint payments_ref_once unique,
  payment_ref text not null default '',
  amount_pence integer not null check (amount_pence > 0),
  currency text not null default 'gbp' check (currency = 'gbp'),
  -- 'mismatched': paid, but not as we asked (amount, currency, order, live mode); people decide what becomes of it.
  status text not null check (status in ('created', 'succeeded', 'expired', 'mismatched')),
  checkout_url text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create unique index payments_one_open on payments (order_id) where status in ('created', 'mismatched');
create unique index payments_one_success on payments (order_id) where status = 'succeeded';
create index payments_open on payments (created_at) where status = 'created';

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  amount_pence integer not null check (amount_pence > 0),
  reason text not null,
  status text not null check (status in ('requested', 'succeeded')),
  provider_ref text unique,
  requested_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_of_payment on refunds (payment_id);

create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null default 'stripe',
  event_id text not null,
  type text not null,
  provider_ref text not null default '',
  received_at timestamptz not null,
  processed_at timestamptz,
  constraint payment_events_once unique (provider, event_id)
);
create index payment_events_open on payment_events (received_at) where processed_at is null;

create table discount_codes (
  id bigint generated always as identity primary key,
  code text not null constraint discount_codes_once unique constraint discount_codes_upper check (code = upper(code) and code <> ''),
  percent integer check (percent between 1 and 100),
  amount_pence integer check (amount_pence > 0),
  kinds text[] not null,
  minimum_pence integer not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  max_uses integer,
  max_uses_per_account integer,
  uses integer not null default 0,
  is_active boolean not null default true,
  constraint discount_codes_percent_or_amount check ((percent is null) <> (amount_pence is null)),
  constraint discount_codes_within_limit check (uses >= 0 and (max_uses is null or uses <= max_uses))
);

create table discount_uses (
  order_id bigint primary key references orders,
  discount_code_id bigint not null references discount_codes,
  account_id bigint references accounts,
  guest_email text not null default '',
  amount_pence integer not null check (amount_pence >= 0),
  released_at timestamptz
);
create index discount_uses_of_code on discount_uses (discount_code_id, account_id) where released_at is null;

-- Waiting list, messages, content, enquiries -----------------------------------------------------

create table waiting_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  offering_id bigint not null,
  session_id bigint references sessions,
  account_id bigint references accounts,
  child_id bigint,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  status text not null check (status in ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')),
  offered_session_id bigint references sessions,
  offered_at timestamptz,
  offer_expires_at timestamptz,
  created_at timestamptz not null,
  foreign key (offering_id, kind) references offerings (id, kind),
  foreign key (account_id, child_id) references children (account_id, id),
  constraint waiting_entries_child_or_name check ((child_id is null) = (name <> '')),
  constraint waiting_entries_offer_complete check (
    (status = 'offered') = (offered_session_id is not null and offered_at is not null and offer_expires_at is not null)
  )
);
create unique index waiting_entries_child_once on waiting_entries (offering_id, coalesce(session_id, 0), child_id)
  where child_id is not null and status in ('waiting', 'offered');
create unique index waiting_entries_guest_once on waiting_entries (offering_id, coalesce(session_id, 0), email)
  where child_id is null and status in ('waiting', 'offered');
create index waiting_entries_queue on waiting_entries (offering_id, status, id);
create index waiting_entries_offers on waiting_entries (account_id) where status = 'offered';

create table messages (
  id bigint generated always as identity primary key,
  account_id bigint references accounts,
  title text not null,
  body_html text not null default '',
  topic text not null default '',
  order_id bigint references orders,
  -- One message per event of an order, however often its job is retried.
  once_key text unique,
  published_at timestamptz not null
);
create index messages_of_account on messages (account_id, published_at desc);
create index messages_broadcast on messages (published_at desc) where account_id is null;

create table message_reads (
  message_id bigint not null references messages,
  account_id bigint not null references accounts,
  read_at timestamptz not null,
  primary key (account_id, message_id)
);

create table settings (
  area text not null check (area in ('site', 'home', 'class', 'event', 'parentSession')),
  key text not null,
  value text not null default '',
  format text not null check (format in ('text', 'html', 'image', 'image_list', 'url')),
  primary key (area, key)
);

create table articles (
  id bigint generated always as identity primary key,
  title text not null,
  image_path text not null default '',
  introduction text not null default '',
  content_html text not null default '',
  published_at timestamptz not null,
  sort integer not null default 0
);

create table promo_pages (
  page text primary key check (page in ('party', 'bespoke')),
  banner_paths text[] not null default '{}',
  heading_1 text not null default '',
  heading_2 text not null default '',
  text_2_top text not null default '',
  text_2_bottom text not null default '',
  image_2_top text not null default '',
  image_2_bottom text not null default ''
);

create table promo_items (
  id bigint generated always as identity primary key,
  page text not null references promo_pages,
  section text not null check (section in ('type', 'theme', 'product')),
  title text not null,
  image_path text not null default '',
  content_html text not null default '',
  sort integer not null default 0
);

create table enquiries (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('feedback', 'party', 'bespoke')),
  account_id bigint references accounts,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  title text not null default '',
  content text not null check (content <> ''),
  created_at timestamptz not null
);

create table subscriptions (
  email text primary key check (email = lower(email)),
  source text not null,
  subscribed_at timestamptz not null,
  unsubscribed_at timestamptz
);

create table media (
  id bigint generated always as identity primary key,
  account_id bigint references accounts,
  path text not null unique,
  mime text not null,
  bytes integer not null,
  sha256 bytea not null,
  created_at timestamptz not null
);
create index media_oldest on media (created_at) where account_id is not null;

-- One private, revocable calendar address per account; only the hash of its secret is kept.
create table calendar_feeds (
  account_id bigint primary key references accounts,
  secret_hash bytea not null
    constraint calendar_feeds_hash_once unique
    constraint calendar_feeds_hash_length check (octet_length(secret_hash) = 32),
  created_at timestamptz not null
);

-- Mail and jobs ----------------------------------------------------------------------------------

create table mails (
  id bigint generated always as identity primary key,
  to_email text not null,
  subject text not null,
  body_text text not null,
  purpose text not null,
  -- One mail per event, however often its job is retried.
  once_key text unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Whose a mail is: an address can go from one account to another, what was written to it cannot.
  account_id bigint references accounts
);
create index mails_newest on mails (created_at desc);
create index mails_of_account on mails (account_id) where account_id is not null;

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  run_at timestamptz not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  last_error text not null default '',
  done_at timestamptz,
  once_key text unique
);
create index jobs_due on jobs (run_at) where done_at is null;
