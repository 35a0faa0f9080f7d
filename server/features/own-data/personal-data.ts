import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { notePlace, sealNote } from '#server/database/seal-note.ts'

/** The account that closes, and the key of its notes. */
export interface Closing {
  accountId: number
  dataKey: Buffer
}

interface PersonalTable {
  /** Returns which rows of the table (called `mine`) belong to the account. */
  own: (accountId: number) => RawBuilder<unknown>
  /**
   * The name of the table's list in the data download. Without one, the rows are part of another table's
   * list.
   */
  list?: string
  /** The columns in the data download. */
  shown?: string
  /** The columns left out of the download: ids without meaning, and values that could serve as passwords. */
  hidden?: string
  /** The names of columns that are left out for some rows. */
  withheld?: RawBuilder<string[]>
  /**
   * The effect of closing the account: rows are deleted or kept, or some columns are replaced and `kept`
   * lists the others.
   */
  closing: 'deleted' | 'kept' | { erased: (closing: Closing) => Record<string, unknown>; kept: string }
  /**
   * A column with an email address. If closing deletes the family's rows, it also deletes rows without an
   * account that have the family's address.
   */
  address?: string
}

const byAccount = (accountId: number) => sql`mine.account_id = ${accountId}`
const byChild = (accountId: number) =>
  sql`mine.child_id in (select id from children where account_id = ${accountId})`
const byOrder = (accountId: number) =>
  sql`mine.order_id in (select id from orders where account_id = ${accountId})`
const byAddress = (accountId: number) =>
  sql`mine.email = (select email from accounts where id = ${accountId})`

/**
 * Lists every table with data about a family. Says for every column whether its owner gets a copy, and what happens to
 * it when the account closes (UK GDPR, articles 15, 17 and 20; record 010). Tables are in the order of erasing: rows
 * come before those that they refer to.
 */
const tables = {
  staff_actions: {
    own: byAccount,
    hidden:
      'id at staff_id session_id action subject_kind subject_id account_id child_ids reason facts prev_hash hash',
    closing: 'kept',
  },
  staff_action_seals: {
    own: accountId => sql`mine.action_id in (select id from staff_actions where account_id = ${accountId})`,
    hidden: 'action_id key_id seal',
    closing: 'kept',
  },
  people_search: {
    own: byAccount,
    hidden: 'who account_id words',
    closing: 'deleted',
  },
  import_rows: {
    // An error message quotes its line, but nothing says whose line it is. So every message that may be about
    // this family is emptied.
    own: accountId => sql`(mine.account_id = ${accountId} or mine.outcome = 'bad' and (
      mine.import_id in (select import_id from import_rows where account_id = ${accountId})
      or strpos(lower(mine.problems::text), (select email from accounts where id = ${accountId})) > 0))`,
    hidden: 'import_id line problems outcome account_id made before_sealed',
    closing: {
      erased: () => ({ problems: sql`'[]'::jsonb`, before_sealed: null }),
      kept: 'import_id line outcome account_id made',
    },
  },
  consents: {
    own: byAccount,
    list: 'consents',
    shown: 'id account_id kind is_given wording given_on source created_at',
    closing: 'deleted',
  },
  message_reads: {
    own: accountId => sql`(mine.account_id = ${accountId}
      or mine.message_id in (select id from messages where account_id = ${accountId}))`,
    hidden: 'message_id account_id read_at',
    closing: 'deleted',
  },
  messages: {
    own: byAccount,
    list: 'messages',
    shown: 'id account_id title body_html topic order_id published_at',
    hidden: 'once_key',
    closing: 'deleted',
  },
  automatic_mail_causes: {
    own: accountId =>
      sql`mine.recipient_id in (select id from message_recipients where account_id = ${accountId})`,
    hidden: 'recipient_id automatic booking_id day order_id',
    closing: 'deleted',
  },
  message_recipients: {
    own: byAccount,
    address: 'email',
    list: 'officeMessages',
    shown: 'message_id name first_name email phone children classes day',
    hidden: 'id contact account_id left_out mail_id rung_at rung_by',
    closing: 'deleted',
  },
  office_messages: {
    // What was written to this family alone may name it.
    own: byAccount,
    hidden:
      'id kind audience about account_id subject body staff_id created_at send_at decided_at without_consent stopped_at stopped_by automatic automatic_on',
    closing: {
      erased: () => ({ subject: 'Erased', body: 'Erased' }),
      kept: 'id kind audience about account_id staff_id created_at send_at decided_at without_consent stopped_at stopped_by automatic automatic_on',
    },
  },
  mails: {
    own: byAccount,
    address: 'to_email',
    list: 'mails',
    shown:
      'id to_email subject body_text calendar_text purpose created_at sent_at account_id useful_until refused_at refusal',
    hidden: 'once_key put_off_at follows reply_to unsubscribe_address',
    // A link to take the account back is only for the reader of the mailbox, not for somebody who has only a
    // token.
    withheld: sql`array(select 'body_text' where mine.purpose = 'email-changed')`,
    closing: 'deleted',
  },
  enquiry_entries: {
    own: accountId => sql`mine.enquiry_id in (select id from enquiries where account_id = ${accountId})`,
    list: 'enquiryAnswers',
    shown: 'enquiry_id kind body created_at',
    hidden: 'id staff_id mail_id',
    closing: 'deleted',
  },
  enquiries: {
    own: byAccount,
    address: 'email',
    list: 'enquiries',
    shown: 'id kind account_id name email phone title content created_at state answered_at',
    hidden: 'version updated_at updated_by answered_by assigned_to awaits_them answered_elsewhere mail_id',
    closing: 'deleted',
  },
  subscriptions: {
    own: byAddress,
    list: 'newsletter',
    shown: 'email source subscribed_at unsubscribed_at',
    hidden: 'id',
    closing: 'deleted',
  },
  email_changes: {
    own: byAccount,
    list: 'emailChanges',
    shown: 'old_email new_email changed_at take_back_until taken_back_at agreed_at',
    hidden: 'id account_id secret_hash changed_by',
    closing: 'deleted',
  },
  email_codes: {
    own: byAddress,
    hidden: 'id email purpose code_hash attempts known_attempts sent_at expires_at closed_at',
    closing: 'deleted',
  },
  unread_child_changes: {
    own: byChild,
    hidden: 'token_id child_id',
    closing: 'deleted',
  },
  access_tokens: {
    own: byAccount,
    list: 'signIns',
    shown: 'created_at last_used_at',
    hidden: 'id account_id token_hash expires_at revoked_at',
    closing: 'deleted',
  },
  calendar_feeds: {
    own: byAccount,
    hidden: 'account_id secret_hash created_at',
    closing: 'deleted',
  },
  media: {
    own: byAccount,
    list: 'pictures',
    shown: 'path created_at',
    hidden: 'id account_id mime bytes sha256',
    closing: 'deleted',
  },
  basket_products: {
    own: byAccount,
    list: 'basketProducts',
    shown: 'id account_id product_id quantity created_at',
    closing: 'deleted',
  },
  basket_session_children: {
    own: byAccount,
    hidden: 'basket_session_id account_id child_id',
    closing: 'deleted',
  },
  basket_sessions: {
    own: byAccount,
    list: 'basketSessions',
    shown: 'id account_id kind session_id attendee_name attendee_email attendee_phone created_at',
    closing: 'deleted',
  },
  emergency_contacts: {
    own: byChild,
    shown: 'first_name last_name mobile email relationship',
    hidden: 'child_id position',
    closing: 'deleted',
  },
  pick_up_people: {
    own: byChild,
    shown: 'first_name last_name phone relationship photo_path',
    hidden: 'child_id',
    closing: 'deleted',
  },
  waiting_entries: {
    own: byAccount,
    list: 'waitingList',
    shown:
      'id kind offering_id session_id account_id child_id name email phone status offered_session_id offered_at offer_expires_at order_id created_at guest_network',
    hidden: 'offered_by',
    closing: {
      erased: () => ({
        name: sql`case when mine.child_id is null then 'Erased' else '' end`,
        email: '',
        phone: '',
      }),
      kept: 'id kind offering_id session_id account_id child_id status offered_session_id offered_at offer_expires_at order_id created_at guest_network offered_by',
    },
  },
  booking_moves: {
    own: accountId => sql`mine.booking_id in (select id from bookings where account_id = ${accountId})`,
    list: 'moves',
    shown: 'id booking_id from_session_id to_session_id moved_at',
    hidden: 'staff_id',
    closing: 'kept',
  },
  cancelled_date_orders: {
    own: byOrder,
    hidden: 'cancellation_id order_id settled_at told_at rung_at rung_by obstacle',
    closing: 'kept',
  },
  vat_lines: {
    own: byOrder,
    hidden:
      'id period_id tax_point order_id kind line_id description venue session_date vat_code vat_percent method source source_id refund_of gross_pence vat_pence',
    closing: 'kept',
  },
  undone_refunds: {
    own: accountId => sql`mine.payment_id in (select p.id from payments p join orders o on o.id = p.order_id
      where o.account_id = ${accountId})`,
    hidden: 'id refund_id payment_id method amount_pence gave_at undone_at',
    closing: 'kept',
  },
  guests_to_ring: {
    own: byOrder,
    hidden: 'id order_id news staff_id noted_at rung_at rung_by',
    closing: 'kept',
  },
  goodwill_places: {
    own: byOrder,
    list: 'goodwill',
    shown: 'booking_id order_id refunded_pence as_credits_pence credits_returned credits_granted',
    hidden: 'cancellation_id asked_pence asked_credits refund_id',
    closing: 'kept',
  },
  booking_cancellations: {
    own: byOrder,
    list: 'cancelledPlaces',
    shown:
      'booking_id order_id cancelled_at cancelled_by reason refunded_pence as_credits_pence kept_pence back_before_pence not_received_pence credits_returned credits_granted',
    hidden: 'staff_id refund_id',
    closing: {
      erased: () => ({ reason: '' }),
      kept: 'booking_id order_id cancelled_at cancelled_by staff_id refund_id refunded_pence as_credits_pence kept_pence back_before_pence not_received_pence credits_returned credits_granted',
    },
  },
  register_marks: {
    own: accountId => sql`mine.booking_id in (select id from bookings where account_id = ${accountId})`,
    list: 'attendance',
    shown: 'booking_id on_day state collected_by marked_at',
    hidden: 'id session_id walk_in_id staff_id received_at problem',
    closing: {
      erased: () => ({ collected_by: '' }),
      kept: 'id session_id on_day booking_id walk_in_id state marked_at staff_id received_at problem',
    },
  },
  register_notes: {
    own: accountId => sql`mine.booking_id in (select id from bookings where account_id = ${accountId})`,
    list: 'registerNotes',
    shown: 'booking_id on_day body created_at updated_at',
    hidden: 'id version session_id walk_in_id staff_id updated_by',
    closing: 'deleted',
  },
  walk_ins: {
    // Somebody who came without a place, once an order has settled it.
    own: byOrder,
    list: 'walkIns',
    shown: 'order_id on_day name phone is_trial came_at',
    hidden: 'id session_id staff_id received_at settled_at settled_by',
    closing: {
      erased: () => ({ name: 'Erased', phone: '' }),
      kept: 'id session_id on_day is_trial staff_id came_at received_at settled_at settled_by order_id',
    },
  },
  incidents: {
    // The text may name other children, so the business gives a copy by hand. It is needed if somebody claims
    // damages, so it outlives the account, sealed, until `keep_until` (decision O-121).
    own: accountId => sql`mine.booking_id in (select id from bookings where account_id = ${accountId})`,
    list: 'incidents',
    shown: 'booking_id on_day written_at keep_until',
    hidden: 'id session_id walk_in_id sealed staff_id',
    closing: 'kept',
  },
  told_absences: {
    own: accountId => sql`mine.booking_id in (select id from bookings where account_id = ${accountId})`,
    list: 'absences',
    shown: 'booking_id session_id told_at',
    closing: 'deleted',
  },
  bookings: {
    own: byAccount,
    shown:
      'id order_id account_id session_id offering_type_id child_id attendee_name attendee_email attendee_phone is_trial list_pence credits_used payable_pence status created_at question answer vat_code',
    hidden: 'trial_person duplicate_id',
    closing: {
      // Each attendee gets a name that is nobody's and an address of its own, because constraints distinguish
      // places by them.
      erased: () => ({
        attendee_name: sql`case when mine.child_id is null then 'Erased' else '' end`,
        attendee_email: sql`case when mine.child_id is null then 'erased-' || mine.id || '@closed.invalid' else '' end`,
        attendee_phone: '',
        trial_person: null,
        answer: '',
      }),
      kept: 'id order_id account_id session_id offering_type_id child_id is_trial list_pence credits_used payable_pence status created_at duplicate_id question vat_code',
    },
  },
  family_notes: {
    own: byAccount,
    list: 'officeNotes',
    shown: 'account_id body created_at withdrawn_at',
    hidden: 'id staff_id withdrawn_by pinned_at',
    closing: 'deleted',
  },
  children: {
    own: byAccount,
    shown:
      'id first_name last_name gender date_of_birth attends_school school_name address_source address_line_1 address_line_2 medical_sealed allergy_sealed note photo_permission photo_marketing_permission avatar_path',
    hidden: 'account_id created_at request_id version updated_at updated_by',
    closing: {
      erased: ({ accountId, dataKey }) => ({
        first_name: 'Erased',
        last_name: 'Erased',
        gender: 0,
        date_of_birth: '1900-01-01',
        attends_school: false,
        school_name: '',
        address_source: 'guardian',
        address_line_1: '',
        address_line_2: '',
        medical_sealed: sealNote(dataKey, '', notePlace(accountId, 'medical')),
        allergy_sealed: sealNote(dataKey, '', notePlace(accountId, 'allergy')),
        note: '',
        photo_permission: false,
        photo_marketing_permission: false,
        avatar_path: '',
        request_id: null,
      }),
      kept: 'id account_id created_at version updated_at updated_by',
    },
  },
  order_items: {
    own: byOrder,
    shown:
      'id order_id product_id name image_path unit_price_pence quantity line_pence returned_quantity vat_code',
    closing: 'kept',
  },
  order_notes: {
    own: byOrder,
    list: 'orderNotes',
    shown: 'order_id body created_at',
    hidden: 'id staff_id',
    closing: 'deleted',
  },
  order_packs: {
    own: byOrder,
    shown: 'order_id class_pack_id name credits price_pence vat_code',
    closing: 'kept',
  },
  order_deliveries: {
    own: byOrder,
    shown: 'order_id full_name phone address postcode dispatched_at handed_over_at is_collected is_given',
    hidden: 'dispatched_by handed_over_by handed_over_in',
    closing: {
      erased: () => ({ full_name: '', phone: '', address: '', postcode: '' }),
      kept: 'order_id dispatched_at dispatched_by handed_over_at handed_over_by handed_over_in is_collected is_given',
    },
  },
  discount_uses: {
    own: byOrder,
    shown: 'amount_pence released_at',
    hidden: 'order_id discount_code_id account_id guest_contact email phone',
    closing: {
      erased: () => ({ guest_contact: '', email: '', phone: '' }),
      kept: 'order_id discount_code_id account_id amount_pence released_at',
    },
  },
  refunds: {
    own: accountId => sql`mine.payment_id in (select p.id from payments p join orders o on o.id = p.order_id
      where o.account_id = ${accountId})`,
    list: 'refunds',
    shown: 'amount_pence beyond_pence reason status requested_at settled_at method reference credits_taken',
    hidden:
      'id payment_id provider_ref kind tries failures failed_why failed_at provider_status staff_id booking_id',
    closing: {
      erased: () => ({ reason: '', reference: '' }),
      kept: 'id payment_id amount_pence beyond_pence status provider_ref requested_at settled_at kind method tries failures failed_why failed_at provider_status staff_id booking_id credits_taken',
    },
  },
  returned_items: {
    own: accountId => sql`mine.order_item_id in (select i.id from order_items i join orders o on o.id = i.order_id
      where o.account_id = ${accountId})`,
    list: 'returnedProducts',
    shown: 'order_item_id quantity returned_at',
    hidden: 'id stock_entry_id refund_id staff_id',
    closing: 'kept',
  },
  claimed_orders: {
    own: byOrder,
    hidden: 'order_id claimed_at',
    closing: 'kept',
  },
  payment_links: {
    // The mails themselves are in the copy.
    own: byOrder,
    hidden: 'id order_id staff_id is_reminder kept_until mailed_at',
    closing: 'kept',
  },
  asked_refunds: {
    own: byOrder,
    list: 'askedRefunds',
    shown: 'amount_pence reason asked_at status decided_at',
    hidden: 'id order_id booking_id asked_by decided_by refund_id',
    closing: {
      erased: () => ({ reason: '' }),
      kept: 'id order_id booking_id amount_pence asked_by asked_at status decided_by decided_at refund_id',
    },
  },
  disputes: {
    own: accountId => sql`mine.payment_id in (select p.id from payments p join orders o on o.id = p.order_id
      where o.account_id = ${accountId})`,
    list: 'disputes',
    shown: 'amount_pence reason status opened_at closed_at',
    hidden: 'id payment_id provider_ref refund_id',
    closing: 'kept',
  },
  payments: {
    own: byOrder,
    shown: 'status amount_pence created_at method reference',
    hidden:
      'id order_id provider provider_ref payment_ref currency differs checkout_url expires_at settled_at by_family card_account_id',
    closing: {
      erased: () => ({ reference: '' }),
      kept: 'id order_id provider provider_ref payment_ref amount_pence currency status differs checkout_url created_at expires_at settled_at method by_family card_account_id',
    },
  },
  desk_receipts: {
    own: accountId => sql`mine.payment_id in (select p.id from payments p join orders o on o.id = p.order_id
      where o.account_id = ${accountId})`,
    list: 'receivedPayments',
    shown: 'amount_pence received_on reference recorded_at',
    hidden: 'id payment_id staff_id corrects_id card_payment_id refund_id',
    closing: {
      erased: () => ({ reference: '' }),
      kept: 'id payment_id amount_pence received_on staff_id recorded_at corrects_id card_payment_id refund_id',
    },
  },
  credit_entries: {
    own: byAccount,
    list: 'creditEntries',
    shown: 'id account_id delta balance_after reason order_id memo created_at booking_id',
    hidden: 'staff_id refund_id',
    closing: 'kept',
  },
  point_entries: {
    own: byAccount,
    list: 'pointEntries',
    shown: 'id account_id delta balance_after reason order_id memo created_at',
    closing: 'kept',
  },
  orders: {
    own: byAccount,
    shown:
      'id order_number kind account_id guest_name guest_email guest_phone guest_network status is_trial list_pence credit_value_pence discount_pence total_pence paid_pence refunded_pence credits_used payment_method placed_at hold_expires_at paid_at completed_at cancelled_at cancel_reason policy points_short postage_pence',
    hidden: 'request_hash earns_points placed_by',
    closing: {
      erased: () => ({ guest_name: '', guest_email: '', guest_phone: '', request_hash: null }),
      kept: 'id order_number kind account_id guest_network status is_trial list_pence credit_value_pence discount_pence total_pence paid_pence refunded_pence credits_used payment_method placed_at hold_expires_at paid_at completed_at cancelled_at cancel_reason earns_points policy points_short placed_by postage_pence',
    },
  },
  accounts: {
    own: accountId => sql`mine.id = ${accountId}`,
    shown:
      'id email new_email first_name last_name mobile avatar_path address_line_1 address_line_2 town postcode note referral_source wants_offers terms_accepted_at credit_balance points_balance created_at frozen_at',
    hidden: 'password_hash status children_at_most unpaid_at_most version updated_at updated_by',
    closing: {
      erased: ({ accountId }) => ({
        status: 'closed',
        email: `closed-${accountId}@closed.invalid`,
        new_email: '',
        password_hash: '',
        first_name: '',
        last_name: '',
        mobile: '',
        avatar_path: '',
        address_line_1: '',
        address_line_2: '',
        town: '',
        postcode: '',
        note: '',
        referral_source: '',
        wants_offers: null,
        frozen_at: null,
      }),
      kept: 'id terms_accepted_at credit_balance points_balance created_at children_at_most unpaid_at_most version updated_at updated_by',
    },
  },
} satisfies { [Table in keyof Schema]?: PersonalTable }

type PersonalTableName = keyof typeof tables

export const personalData: Record<PersonalTableName, PersonalTable> = tables

/** The tables in the order of erasing. */
export const personalTables = Object.entries(personalData) as [PersonalTableName, PersonalTable][]

export const columnsIn = (...names: (string | undefined)[]): string[] =>
  names.flatMap(some => some?.split(' ') ?? [])

/** Selects a row of a personal table as its owner gets it. */
export const shownOf = (table: PersonalTableName, alias: string): RawBuilder<object> =>
  sql`to_jsonb(${sql.ref(alias)}) - ${columnsIn(personalData[table].hidden)}::text[] - ${personalData[table].withheld ?? sql`'{}'`}::text[]`
