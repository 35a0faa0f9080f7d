import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OfferingKind } from '#domain/offering-kinds.ts'

// The row types of migrations/*.sql and of the views in functions/*.sql, column for column. schema.test.ts
// compares them.

type Instant = ColumnType<Date, Date | string, Date | string>
type Payload = ColumnType<unknown, string | undefined, string>
type OptionalPayload = ColumnType<unknown, string | null | undefined, string | null>
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface Schema {
  access_tokens: {
    id: GeneratedAlways<number>
    account_id: number
    token_hash: Uint8Array
    created_at: Instant
    last_used_at: Instant
    expires_at: Instant
    revoked_at: OptionalInstant
  }
  accounts: {
    id: GeneratedAlways<number>
    email: string
    new_email: Generated<string>
    password_hash: string
    first_name: Generated<string>
    last_name: Generated<string>
    mobile: Generated<string>
    avatar_path: Generated<string>
    address_line_1: Generated<string>
    address_line_2: Generated<string>
    town: Generated<string>
    postcode: Generated<string>
    note: Generated<string>
    referral_source: Generated<string>
    wants_offers: boolean | null
    terms_accepted_at: OptionalInstant
    credit_balance: Generated<number>
    points_balance: Generated<number>
    status: Generated<'active' | 'closed'>
    created_at: Instant
    children_at_most: Generated<number>
    unpaid_at_most: Generated<number>
    frozen_at: OptionalInstant
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  age_groups: {
    id: GeneratedAlways<number>
    name: string
    from_months: number | null
    to_months: number | null
    is_range: Generated<boolean>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  articles: {
    id: GeneratedAlways<number>
    title: string
    image_path: Generated<string>
    introduction: Generated<string>
    content_html: Generated<string>
    published_at: Instant
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  audit_head: {
    id: Generated<boolean>
    last_hash: Uint8Array
    last_id: Generated<number>
    seal: Uint8Array | null
  }
  audit_runs: {
    id: GeneratedAlways<number>
    at: Instant
    milliseconds: number
    rules: number
    broken: Payload
    staff_id: number | null
  }
  automatic_mail_causes: {
    recipient_id: number
    automatic: 'dayBefore' | 'notPaid' | 'afterTrial'
    booking_id: number | null
    day: string | null
    order_id: number | null
  }
  automatic_mails: {
    id: GeneratedAlways<number>
    kind: 'dayBefore' | 'notPaid' | 'afterTrial'
    is_on: Generated<boolean>
    subject: string
    body: string
    last_run_on: string | null
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  away_readings: {
    id: string
    staff_id: number
    session_id: number
    read_at: Instant
    received_at: Instant
    child_ids: number[] | null
  }
  basket_products: {
    id: GeneratedAlways<number>
    account_id: number
    product_id: number
    quantity: number
    created_at: Instant
  }
  basket_session_children: {
    basket_session_id: number
    account_id: number
    child_id: number
  }
  claimed_orders: {
    order_id: number
    claimed_at: Instant
  }
  asked_refunds: {
    id: GeneratedAlways<number>
    order_id: number
    booking_id: number | null
    amount_pence: number
    reason: string
    asked_by: number
    asked_at: Instant
    status: Generated<'open' | 'accepted' | 'declined'>
    decided_by: number | null
    decided_at: OptionalInstant
    refund_id: number | null
  }
  basket_sessions: {
    id: GeneratedAlways<number>
    account_id: number
    kind: OfferingKind
    session_id: number
    attendee_name: Generated<string>
    attendee_email: Generated<string>
    attendee_phone: Generated<string>
    created_at: Instant
  }
  booking_moves: {
    id: GeneratedAlways<number>
    booking_id: number
    from_session_id: number
    to_session_id: number
    moved_at: Instant
    staff_id: number | null
  }
  booking_cancellations: {
    booking_id: number
    order_id: number
    cancelled_at: Instant
    cancelled_by: 'customer' | 'office' | 'date'
    staff_id: number | null
    reason: Generated<string>
    refund_id: number | null
    refunded_pence: number
    as_credits_pence: number
    kept_pence: number
    back_before_pence: number
    /** Expected money that was not received when the place was cancelled. */
    not_received_pence: Generated<number>
    credits_returned: number
    credits_granted: number
  }
  bookings: {
    id: GeneratedAlways<number>
    order_id: number
    account_id: number | null
    session_id: number
    offering_type_id: number
    child_id: number | null
    attendee_name: Generated<string>
    attendee_email: Generated<string>
    attendee_phone: Generated<string>
    is_trial: Generated<boolean>
    list_pence: number
    credits_used: Generated<number>
    payable_pence: number
    status: 'held' | 'confirmed' | 'cancelled'
    created_at: Instant
    trial_person: string | null
    duplicate_id: Generated<number>
    question: Generated<string>
    answer: Generated<string>
    vat_code: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside' | null
  }
  business: {
    id: Generated<boolean>
    name: Generated<string>
    legal_name: Generated<string>
    company_number: Generated<string>
    childcare_registration: Generated<string>
    gives_points: Generated<boolean>
    accent: Generated<string>
    accent_dark: Generated<string>
    edge: Generated<'bunting' | 'scallops' | 'dots' | 'line'>
    opened_at: OptionalInstant
    began: 'invented' | 'empty' | null
    office_host: Generated<string>
    steps_done: Generated<string[]>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
    address: Generated<string>
    postcode: Generated<string>
    is_vat_registered: Generated<boolean>
    vat_number: Generated<string>
    mail_checked_at: OptionalInstant
    cancel_policy: Payload
    parents_may_cancel: Generated<boolean>
    expected_days: Generated<number>
    postage_pence: Generated<number>
    postage_free_from_pence: number | null
    delivery_time: Generated<string>
    vat_code: Generated<'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'>
    vat_registered_on: string | null
    paused_at: OptionalInstant
    pause_text: Generated<string>
    parents_may_pay_later: Generated<boolean>
    pay_later_text: Generated<string>
    offers_collect: Generated<boolean>
  }
  card_account: {
    id: Generated<boolean>
    account_id: Generated<string>
    account_name: Generated<string>
    secret_sealed: Buffer | null
    hook_id: Generated<string>
    hook_sealed: Buffer | null
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  mail_server: {
    id: Generated<boolean>
    host: Generated<string>
    port: Generated<number>
    user_name: Generated<string>
    password_sealed: Buffer | null
    sender_address: Generated<string>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  calendar_feeds: {
    account_id: number
    secret_hash: Buffer
    created_at: Instant
  }
  cancelled_date_orders: {
    cancellation_id: number
    order_id: number
    settled_at: OptionalInstant
    told_at: OptionalInstant
    rung_at: OptionalInstant
    rung_by: number | null
    obstacle: Generated<'' | 'pageOpen' | 'provider' | 'disputed' | 'lessLeft'>
  }
  cancelled_dates: {
    cancellation_id: number
    session_id: number
    was_hidden: boolean
  }
  children: {
    id: GeneratedAlways<number>
    account_id: number
    first_name: string
    last_name: string
    gender: Generated<number>
    date_of_birth: string
    attends_school: Generated<boolean>
    school_name: Generated<string>
    address_source: Generated<'guardian' | 'alternative'>
    address_line_1: Generated<string>
    address_line_2: Generated<string>
    medical_sealed: Uint8Array
    allergy_sealed: Uint8Array
    note: Generated<string>
    photo_permission: Generated<boolean>
    photo_marketing_permission: Generated<boolean>
    avatar_path: Generated<string>
    created_at: Instant
    request_id: string | null
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  class_packs: {
    id: GeneratedAlways<number>
    name: string
    credits: number
    description: Generated<string>
    description_2: Generated<string>
    price_pence: number
    image_path: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
    vat_code: Generated<'' | 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'>
  }
  closures: {
    id: GeneratedAlways<number>
    term_id: number
    venue_id: number | null
    name: string
    start_date: string
    end_date: string
  }
  consents: {
    id: GeneratedAlways<number>
    account_id: number
    kind: 'offers'
    is_given: boolean
    wording: string
    given_on: string
    source: string
    created_at: Instant
  }
  credit_entries: {
    id: GeneratedAlways<number>
    account_id: number
    delta: number
    balance_after: number
    reason:
      | 'pack'
      | 'booking'
      | 'refund'
      | 'adjustment'
      | 'granted'
      | 'returned'
      | 'exchanged'
      | 'goodwill'
      | 'packReturned'
      | 'packUnpaid'
      | 'orderGoodwill'
    order_id: number | null
    memo: string
    created_at: Instant
    staff_id: number | null
    booking_id: number | null
    refund_id: number | null
  }
  date_cancellations: {
    id: GeneratedAlways<number>
    staff_id: number
    cancelled_at: Instant
    undo_until: Instant
    settle: 'card' | 'credits' | 'move'
    to_session_id: number | null
    note: Generated<string>
    undone_at: OptionalInstant
    undone_by: number | null
    settling_at: OptionalInstant
    settled_at: OptionalInstant
    is_goodwill: Generated<boolean>
    reason: Generated<string>
  }
  desk_receipts: {
    id: GeneratedAlways<number>
    payment_id: number
    amount_pence: number
    received_on: string
    reference: Generated<string>
    staff_id: number | null
    recorded_at: Instant
    corrects_id: number | null
    card_payment_id: number | null
    /** The refund in the provider's dashboard that took a card receipt back. */
    refund_id: number | null
  }
  discount_codes: {
    id: GeneratedAlways<number>
    code: string
    percent: number | null
    amount_pence: number | null
    kinds: string[]
    minimum_pence: Generated<number>
    starts_at: Instant
    ends_at: Instant
    max_uses: number | null
    max_uses_per_account: number | null
    uses: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  discount_uses: {
    order_id: number
    discount_code_id: number
    account_id: number | null
    guest_contact: Generated<string>
    email: Generated<string>
    phone: Generated<string>
    amount_pence: number
    released_at: OptionalInstant
  }
  email_changes: {
    id: GeneratedAlways<number>
    account_id: number
    old_email: string
    new_email: string
    secret_hash: Uint8Array
    changed_at: Instant
    take_back_until: Instant
    taken_back_at: OptionalInstant
    changed_by: number | null
    agreed_at: OptionalInstant
  }
  email_codes: {
    id: GeneratedAlways<number>
    email: string
    purpose: 'register' | 'reset_password' | 'change_email'
    code_hash: Uint8Array
    attempts: Generated<number>
    known_attempts: Generated<number>
    sent_at: Instant
    expires_at: Instant
    closed_at: OptionalInstant
  }
  emergency_contacts: {
    child_id: number
    position: number
    first_name: string
    last_name: string
    mobile: string
    email: string
    relationship: string
  }
  enquiries: {
    id: GeneratedAlways<number>
    kind: 'feedback' | 'party' | 'bespoke'
    account_id: number | null
    name: Generated<string>
    email: Generated<string>
    phone: Generated<string>
    title: Generated<string>
    content: string
    created_at: Instant
    state: Generated<'new' | 'open' | 'done' | 'spam'>
    answered_at: OptionalInstant
    answered_by: number | null
    assigned_to: number | null
    /** Whether an open enquiry waits for the customer's answer. */
    awaits_them: Generated<boolean>
    answered_elsewhere: Generated<boolean>
    /** The id of the mail to the business. */
    mail_id: number | null
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  enquiry_entries: {
    id: GeneratedAlways<number>
    enquiry_id: number
    kind: 'reply' | 'note'
    staff_id: number
    body: string
    /** The id of a reply's mail. */
    mail_id: number | null
    created_at: Instant
  }
  former_teachers: {
    session_id: number
    staff_id: number
    until: Instant
  }
  goodwill_places: {
    cancellation_id: number
    booking_id: number
    order_id: number
    asked_pence: number
    asked_credits: number
    refund_id: number | null
    refunded_pence: Generated<number>
    as_credits_pence: Generated<number>
    credits_returned: Generated<number>
    credits_granted: Generated<number>
  }
  guests_to_ring: {
    id: GeneratedAlways<number>
    order_id: number
    news: 'moved' | 'placesCancelled' | 'ended' | 'refunded' | 'received' | 'paid' | 'newTime' | 'newVenue'
    staff_id: number
    noted_at: Instant
    rung_at: OptionalInstant
    rung_by: number | null
  }
  import_rows: {
    import_id: number
    line: number
    problems: Payload
    outcome: 'bad' | 'made' | 'changed' | 'kept' | 'undone'
    account_id: number | null
    made: Payload
    before_sealed: Uint8Array | null
  }
  /** A view: the valid mark of a place on a day. */
  held_marks: {
    session_id: number
    on_day: string
    booking_id: number
    walk_in_id: string
    id: string
    state: 'here' | 'late' | 'absent' | 'left' | 'none'
    collected_by: string
    marked_at: Instant
    staff_id: number
    problem: string
  }
  imports: {
    id: GeneratedAlways<number>
    kind: 'families' | 'classes' | 'credits'
    file_name: string
    sha256: Uint8Array
    encoding: string
    policy: Generated<'createOnly' | 'fillEmpty' | 'overwrite'>
    state: 'uploaded' | 'checked' | 'running' | 'done' | 'failed' | 'undone'
    columns: Payload
    file_sealed: Uint8Array | null
    samples_sealed: Uint8Array | null
    warnings: Payload
    rows: number
    good: Generated<number>
    bad: Generated<number>
    /** Only servers of migration 0036 use these two columns. */
    present: Generated<number>
    joining: Generated<number>
    promised: OptionalPayload
    staff_id: number
    created_at: Instant
    finished_at: OptionalInstant
  }
  jobs: {
    id: GeneratedAlways<number>
    kind: string
    payload: Payload
    run_at: Instant
    attempts: Generated<number>
    leased_until: OptionalInstant
    last_error: Generated<string>
    done_at: OptionalInstant
    once_key: string | null
  }
  mails: {
    id: GeneratedAlways<number>
    to_email: string
    subject: string
    body_text: string
    calendar_text: Generated<string>
    purpose: string
    once_key: string | null
    created_at: Instant
    sent_at: OptionalInstant
    account_id: number | null
    useful_until: OptionalInstant
    refused_at: OptionalInstant
    refusal: Generated<string>
    put_off_at: OptionalInstant
    /** The address that answers go to; '' for the sender's. */
    reply_to: Generated<string>
    /** The ids of the mails before it in its thread: '12 15'. */
    follows: Generated<string>
    unsubscribe_address: Generated<string>
  }
  kept_duplicates: {
    kind: 'account' | 'child' | 'trial' | 'place' | 'waiting'
    id: number
    other_id: number
    staff_id: number
    kept_at: Instant
  }
  media: {
    id: GeneratedAlways<number>
    account_id: number | null
    path: string
    mime: string
    bytes: number
    sha256: Uint8Array
    created_at: Instant
  }
  message_recipients: {
    id: GeneratedAlways<number>
    message_id: number
    contact: string
    account_id: number | null
    name: string
    first_name: string
    email: string
    phone: string
    children: string[]
    classes: string[]
    day: string | null
    left_out: Generated<'' | 'noConsent' | 'over'>
    mail_id: number | null
    rung_at: OptionalInstant
    rung_by: number | null
  }
  message_reads: {
    message_id: number
    account_id: number
    read_at: Instant
  }
  messages: {
    id: GeneratedAlways<number>
    account_id: number | null
    title: string
    body_html: Generated<string>
    topic: Generated<string>
    order_id: number | null
    once_key: string | null
    published_at: Instant
  }
  office_messages: {
    id: GeneratedAlways<number>
    kind: 'service' | 'offers'
    audience: Payload
    about: string
    account_id: number | null
    subject: string
    body: string
    staff_id: number
    created_at: Instant
    send_at: Instant
    decided_at: OptionalInstant
    without_consent: Generated<number>
    stopped_at: OptionalInstant
    stopped_by: number | null
    automatic: 'dayBefore' | 'notPaid' | 'afterTrial' | null
    automatic_on: string | null
  }
  offer_addresses: {
    email: string
  }
  offering_slots: {
    id: GeneratedAlways<number>
    offering_id: number
    weekday: number
    start_time: string
    end_time: string
    weeks: Generated<'every' | 'odd' | 'even'>
    room_id: number | null
    capacity: number
    teacher_ids: Generated<number[]>
  }
  note_opens: {
    day: string
    opened: number
  }
  offering_types: {
    id: GeneratedAlways<number>
    kind: OfferingKind
    name: string
    age_label: Generated<string>
    image_path: Generated<string>
    detail_image_path: Generated<string>
    introduction: Generated<string>
    details_html: Generated<string>
    introduction_html: Generated<string>
    term_dates: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    teacher: Generated<string>
    teacher_image_path: Generated<string>
    to_bring: Generated<string>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
    vat_code: Generated<'' | 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'>
  }
  offerings: {
    id: GeneratedAlways<number>
    kind: OfferingKind
    offering_type_id: number
    venue_id: number
    age_group_id: number
    name: string
    image_path: Generated<string>
    introduction_html: Generated<string>
    price_description: Generated<string>
    one_off_price_pence: Generated<number>
    start_date: string
    end_date: string
    term_dates: Generated<string>
    classroom: Generated<string>
    colour: string
    is_pack_only: Generated<boolean>
    is_active: Generated<boolean>
    refuses_other_ages: Generated<boolean>
    is_members_only: Generated<boolean>
    question: Generated<string>
    term_id: number | null
    room_id: number | null
    late_join: Generated<boolean>
    weeks_from: string | null
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  order_deliveries: {
    order_id: number
    full_name: string
    phone: string
    address: string
    postcode: string
    dispatched_at: OptionalInstant
    dispatched_by: number | null
    handed_over_at: OptionalInstant
    handed_over_by: number | null
    handed_over_in: number | null
    is_collected: Generated<boolean>
    is_given: Generated<boolean>
  }
  order_items: {
    id: GeneratedAlways<number>
    order_id: number
    product_id: number
    name: string
    image_path: Generated<string>
    unit_price_pence: number
    quantity: number
    line_pence: number
    returned_quantity: Generated<number>
    vat_code: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside' | null
  }
  family_notes: {
    id: GeneratedAlways<number>
    account_id: number
    staff_id: number
    body: string
    created_at: Instant
    withdrawn_at: OptionalInstant
    withdrawn_by: number | null
    pinned_at: OptionalInstant
  }
  order_notes: {
    id: GeneratedAlways<number>
    order_id: number
    staff_id: number
    body: string
    created_at: Instant
  }
  order_packs: {
    order_id: number
    class_pack_id: number
    name: string
    credits: number
    price_pence: number
    vat_code: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside' | null
  }
  orders: {
    id: GeneratedAlways<number>
    order_number: string
    kind: OfferingKind | 'product' | 'pack'
    account_id: number | null
    guest_name: Generated<string>
    guest_email: Generated<string>
    guest_phone: Generated<string>
    guest_network: Generated<string>
    status: 'pending' | 'paid' | 'completed' | 'cancelled'
    is_trial: Generated<boolean>
    list_pence: number
    credit_value_pence: Generated<number>
    discount_pence: Generated<number>
    total_pence: number
    paid_pence: Generated<number>
    refunded_pence: Generated<number>
    credits_used: Generated<number>
    payment_method: 'card' | 'credits' | 'free' | 'desk' | null
    placed_at: Instant
    hold_expires_at: OptionalInstant
    paid_at: OptionalInstant
    completed_at: OptionalInstant
    cancelled_at: OptionalInstant
    cancel_reason: 'customer' | 'expired' | 'staff' | null
    request_hash: Uint8Array | null
    earns_points: Generated<boolean>
    policy: OptionalPayload
    points_short: Generated<number>
    /** The member of staff who booked it for the family. */
    placed_by: number | null
    postage_pence: Generated<number>
  }
  payment_events: {
    id: GeneratedAlways<number>
    provider: Generated<string>
    event_id: string
    type: string
    provider_ref: Generated<string>
    received_at: Instant
    processed_at: OptionalInstant
  }
  payment_links: {
    id: GeneratedAlways<number>
    order_id: number
    staff_id: number
    is_reminder: boolean
    kept_until: Instant
    mailed_at: Instant
  }
  payments: {
    id: GeneratedAlways<number>
    order_id: number
    provider: Generated<'stripe' | 'desk'>
    provider_ref: string | null
    payment_ref: Generated<string>
    card_account_id: Generated<string>
    amount_pence: number
    currency: Generated<string>
    /** `received`: a card payment that counts as a receipt of expected money. */
    status: 'created' | 'succeeded' | 'expired' | 'mismatched' | 'refused' | 'expected' | 'received'
    /** The provider's facts about a payment that does not match the order. */
    differs: OptionalPayload
    checkout_url: Generated<string>
    created_at: Instant
    expires_at: Instant
    settled_at: OptionalInstant
    /** How money was paid at the desk; 'card' for a payment of the card provider. */
    method: Generated<
      'card' | 'cash' | 'bank' | 'cardMachine' | 'childcare' | 'voucher' | 'council' | 'other'
    >
    reference: Generated<string>
    /** Whether the family itself chose to pay later. False if staff chose it for them. */
    by_family: Generated<boolean>
  }
  /** A view: the people who can be found, with their search words. */
  people_words: {
    who: string
    account_id: number
    guest_key: string
    words: string
  }
  people_search: {
    who: string
    account_id: number | null
    words: string
  }
  pick_up_people: {
    child_id: number
    first_name: Generated<string>
    last_name: Generated<string>
    phone: Generated<string>
    relationship: Generated<string>
    photo_path: Generated<string>
  }
  point_entries: {
    id: GeneratedAlways<number>
    account_id: number
    delta: number
    balance_after: number
    reason: 'purchase' | 'reversal' | 'adjustment' | 'receipt'
    order_id: number | null
    memo: string
    created_at: Instant
  }
  /** A view: people who may be stored twice. */
  possible_duplicates: {
    kind: string
    id: number
    other_id: number
    account_id: number
  }
  product_categories: {
    id: GeneratedAlways<number>
    name: string
    image_path: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  reply_texts: {
    id: GeneratedAlways<number>
    name: string
    body: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  product_images: {
    product_id: number
    position: number
    path: string
  }
  products: {
    id: GeneratedAlways<number>
    category_id: number
    name: string
    price_pence: number
    image_path: Generated<string>
    stock: number
    supplied: Generated<number>
    content_html: Generated<string>
    is_popular: Generated<boolean>
    sort: Generated<number>
    is_active: Generated<boolean>
    sku: string | null
    low_stock: Generated<number>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
    vat_code: Generated<'' | 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'>
    size_of: number | null
    is_size_offered: Generated<boolean>
  }
  promo_items: {
    id: GeneratedAlways<number>
    page: 'party' | 'bespoke'
    section: 'type' | 'theme' | 'product'
    title: string
    image_path: Generated<string>
    content_html: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  promo_pages: {
    page: 'party' | 'bespoke'
    banner_paths: Generated<string[]>
    heading_1: Generated<string>
    heading_2: Generated<string>
    text_2_top: Generated<string>
    text_2_bottom: Generated<string>
    image_2_top: Generated<string>
    image_2_bottom: Generated<string>
    id: GeneratedAlways<number>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  rate_limits: {
    key: string
    window_starts_at: Instant
    count: number
  }
  disputes: {
    id: GeneratedAlways<number>
    payment_id: number
    provider_ref: string
    amount_pence: number
    reason: Generated<string>
    status: 'open' | 'won' | 'lost'
    opened_at: Instant
    closed_at: OptionalInstant
    refund_id: number | null
  }
  refunds: {
    id: GeneratedAlways<number>
    payment_id: number
    amount_pence: number
    beyond_pence: Generated<number>
    reason: string
    status: 'requested' | 'waiting' | 'succeeded' | 'failed' | 'superseded'
    provider_ref: string | null
    requested_at: Instant
    settled_at: OptionalInstant
    kind: Generated<
      'late' | 'double' | 'cancelled' | 'goodwill' | 'mismatch' | 'atStripe' | 'dispute' | 'pack' | 'returned'
    >
    /** `hand`: paid at the desk, and a person has yet to give it back. */
    method: Generated<'card' | 'cash' | 'bank' | 'other' | 'hand'>
    reference: Generated<string>
    tries: Generated<number>
    failures: Generated<number>
    failed_why: Generated<string>
    failed_at: Date | null
    provider_status: Generated<string>
    staff_id: number | null
    booking_id: number | null
    credits_taken: Generated<number>
  }
  register_marks: {
    id: string
    session_id: number
    on_day: string
    booking_id: number | null
    walk_in_id: string | null
    state: 'here' | 'late' | 'absent' | 'left' | 'none'
    collected_by: Generated<string>
    marked_at: Instant
    staff_id: number
    received_at: Instant
    problem: Generated<'' | 'cancelled' | 'moved' | 'day'>
  }
  register_notes: {
    id: GeneratedAlways<number>
    version: Generated<number>
    session_id: number
    on_day: string
    booking_id: number | null
    walk_in_id: string | null
    body: string
    staff_id: number
    created_at: Instant
    updated_at: Instant
    updated_by: number
  }
  incidents: {
    id: GeneratedAlways<number>
    session_id: number
    on_day: string
    booking_id: number | null
    walk_in_id: string | null
    sealed: Uint8Array
    staff_id: number
    written_at: Instant
    keep_until: string
  }
  returned_items: {
    id: GeneratedAlways<number>
    order_item_id: number
    quantity: number
    stock_entry_id: number | null
    refund_id: number | null
    staff_id: number
    returned_at: Instant
  }
  rooms: {
    id: GeneratedAlways<number>
    venue_id: number
    name: string
    capacity: number | null
    is_shared: Generated<boolean>
    sort: Generated<number>
    is_active: Generated<boolean>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  session_changes: {
    id: GeneratedAlways<number>
    session_id: number
    was_starts_at: Instant
    is_starts_at: Instant
    answer_until: Instant
    staff_id: number
    changed_at: Instant
  }
  session_teachers: {
    session_id: number
    staff_id: number
  }
  sessions: {
    id: GeneratedAlways<number>
    kind: OfferingKind
    offering_id: number
    offering_type_id: number
    name: Generated<string>
    start_date: string
    end_date: string
    start_time: string
    end_time: string
    starts_at: GeneratedAlways<Date>
    ends_at: GeneratedAlways<Date>
    capacity: number
    places_taken: Generated<number>
    places_offered: Generated<number>
    price_pence: number
    offers_trial: Generated<boolean>
    trial_price_pence: Generated<number>
    credits: Generated<number>
    status: Generated<'draft' | 'scheduled' | 'withdrawn' | 'cancelled'>
    slot_id: number | null
    room_id: number | null
    is_kept_in_closure: Generated<boolean>
    cancelled_at: OptionalInstant
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
    publish_at: OptionalInstant
  }
  settings: {
    area: 'site' | 'home' | OfferingKind
    key: string
    value: Generated<string>
    format: 'text' | 'html' | 'image' | 'image_list' | 'url'
    id: GeneratedAlways<number>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  stock_entries: {
    id: GeneratedAlways<number>
    product_id: number
    delta: number
    supplied_after: number
    reason: 'delivery' | 'count' | 'writtenOff' | 'returned'
    note: Generated<string>
    staff_id: number
    created_at: Instant
  }
  site_pictures: {
    id: GeneratedAlways<number>
    path: string
    alt: string | null
    link: Generated<string>
    created_at: Instant
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  staff: {
    id: GeneratedAlways<number>
    email: string
    full_name: string
    display_name: Generated<string>
    role: 'frontDesk' | 'manager' | 'owner' | 'teacher'
    password_hash: Generated<string>
    totp_sealed: Uint8Array | null
    totp_last_step: Generated<number>
    status: 'active' | 'invited' | 'suspended'
    colour: Generated<string>
    mail_wishes: Generated<string[]>
    created_at: Instant
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  staff_action_seals: {
    action_id: number
    key_id: Uint8Array
    seal: Uint8Array
  }
  staff_actions: {
    id: GeneratedAlways<number>
    at: Instant
    staff_id: number | null
    session_id: number | null
    action: string
    subject_kind: string
    subject_id: number | null
    account_id: number | null
    child_ids: Generated<number[]>
    reason: Generated<string>
    facts: Payload
    prev_hash: Uint8Array
    hash: Uint8Array
  }
  staff_attempts: {
    id: GeneratedAlways<number>
    purpose: 'code' | 'email' | 'enrol' | 'passkey'
    token_hash: Uint8Array
    staff_id: number | null
    invitation_id: number | null
    session_id: number | null
    challenge: Generated<string>
    full_name: Generated<string>
    email: Generated<string>
    password_hash: Generated<string>
    secret: Uint8Array | null
    wrong_codes: Generated<number>
    begins_anew: Generated<boolean>
    created_at: Instant
    expires_at: Instant
    closed_at: OptionalInstant
  }
  staff_invitations: {
    id: GeneratedAlways<number>
    email: string
    role: 'frontDesk' | 'manager' | 'owner' | 'teacher'
    full_name: Generated<string>
    token_hash: Uint8Array
    invited_by: number | null
    created_at: Instant
    expires_at: Instant
    used_at: OptionalInstant
    staff_id: number | null
  }
  staff_passkeys: {
    id: GeneratedAlways<number>
    staff_id: number
    credential_id: Uint8Array
    public_key: Uint8Array
    sign_count: number
    transports: Generated<string[]>
    name: string
    created_at: Instant
    last_used_at: OptionalInstant
  }
  staff_recovery_codes: {
    staff_id: number
    code_hash: Uint8Array
    used_at: OptionalInstant
  }
  staff_requests: {
    staff_id: number
    request_id: string
    path: string | null
    input_hash: Uint8Array | null
    answer: OptionalPayload
    at: Instant
  }
  staff_sessions: {
    id: GeneratedAlways<number>
    staff_id: number
    token_hash: Uint8Array
    created_at: Instant
    last_used_at: Instant
    expires_at: Instant
    confirmed_at: OptionalInstant
    revoked_at: OptionalInstant
    device: Generated<string>
    network: Generated<string>
  }
  standing_mail_causes: {
    recipient_id: number
    booking_id: number
    order_id: number
  }
  subscriptions: {
    email: string
    source: string
    subscribed_at: Instant
    unsubscribed_at: OptionalInstant
    id: GeneratedAlways<number>
  }
  terms: {
    id: GeneratedAlways<number>
    name: string
    start_date: string
    end_date: string
    state: Generated<'draft' | 'published' | 'archived'>
    publish_at: OptionalInstant
    copied_from: number | null
    still_to_copy: OptionalPayload
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  text_versions: {
    id: GeneratedAlways<number>
    area: string
    key: string
    value: string
    note: Generated<string>
    effective_at: Instant
    staff_id: number | null
    created_at: Instant
    /** The version that this row withdraws. */
    withdraws_id: number | null
  }
  /** A view: the money of orders received and refunded, a row for each movement. */
  takings: {
    at: Date
    order_id: number
    method: string
    received_pence: number
    back_pence: number
    source: string
    source_id: number
  }
  /** A view: the lines of orders, with what decides their VAT code. */
  sold_lines: {
    order_id: number
    kind: string
    line_id: number
    pence: number
    vat_code: string
    own_code: string
    gone_at: Date
  }
  /** A view: the share of each line in each movement of money, with its VAT. */
  vat_movements: {
    at: Date
    day: string
    order_id: number
    method: string
    source: string
    source_id: number
    kind: string
    line_id: number
    code: string
    percent: string
    gross_pence: number
    vat_pence: number
    refund_of: string
  }
  /** A view: every column that can hold a family's picture. */
  used_pictures: {
    account_id: number
    path: string
  }
  /** A view: where each of the business's pictures is used. */
  used_site_pictures: {
    path: string
    used_in: string
  }
  venues: {
    id: GeneratedAlways<number>
    name: string
    address: Generated<string>
    sort: Generated<number>
    is_active: Generated<boolean>
    directions: Generated<string>
    postcode: Generated<string>
    map_url: Generated<string>
    coordinates: Generated<string>
    image_path: Generated<string>
    what_to_bring: Generated<string>
    version: Generated<number>
    updated_at: OptionalInstant
    updated_by: number | null
  }
  unread_child_changes: {
    token_id: number
    child_id: number
  }
  walk_ins: {
    id: string
    session_id: number
    on_day: string
    name: string
    phone: Generated<string>
    is_trial: Generated<boolean>
    staff_id: number
    came_at: Instant
    received_at: Instant
    settled_at: OptionalInstant
    settled_by: number | null
    order_id: number | null
  }
  told_absences: {
    booking_id: number
    session_id: number
    told_at: Instant
  }
  undone_refunds: {
    id: GeneratedAlways<number>
    refund_id: number
    payment_id: number
    method: string
    amount_pence: number
    gave_at: Instant
    undone_at: Instant
  }
  vat_lines: {
    id: GeneratedAlways<number>
    period_id: number
    tax_point: string
    order_id: number
    kind: 'place' | 'pack' | 'product'
    line_id: number
    description: string
    venue: string
    session_date: string | null
    vat_code: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'
    vat_percent: string
    method: string
    source: 'payment' | 'receipt' | 'refund' | 'undone'
    source_id: number
    refund_of: string | null
    gross_pence: number
    vat_pence: number
  }
  vat_periods: {
    id: GeneratedAlways<number>
    from_day: string
    to_day: string
    closed_at: Instant
    staff_id: number
    lines: number
    gross_pence: number
    vat_pence: number
  }
  vat_rates: {
    code: 'standard' | 'reduced' | 'zero' | 'exempt' | 'outside'
    from_day: string
    percent: string
  }
  waiting_entries: {
    id: GeneratedAlways<number>
    kind: OfferingKind
    offering_id: number
    session_id: number | null
    account_id: number | null
    child_id: number | null
    name: Generated<string>
    email: Generated<string>
    phone: Generated<string>
    status: 'waiting' | 'offered' | 'booked' | 'lapsed' | 'withdrawn'
    offered_session_id: number | null
    /**
     * When the last offer or place of a waiting entry ended. Somebody who was offered a place before that
     * time did not jump the queue.
     */
    offered_at: OptionalInstant
    offer_expires_at: OptionalInstant
    order_id: number | null
    created_at: Instant
    guest_network: Generated<string>
    /** The member who offered the kept place by hand. */
    offered_by: number | null
  }
}
