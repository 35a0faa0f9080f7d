import { everyExpectedMethod } from '#domain/desk-payment.ts'
import { markStates } from '#domain/office/marks.ts'
import {
  boolean,
  choice,
  count,
  date,
  done,
  email,
  exported,
  id,
  ids,
  ifPresent,
  instant,
  integer,
  line,
  list,
  longText,
  name,
  nullable,
  officeList,
  ofPeople,
  pageOfList,
  phone,
  plain,
  postcode,
  read,
  saved,
  sortedBy,
  textUpTo,
  time,
  type Value,
  version,
  write,
} from './office-call.ts'
import { childNotes, person, pickUpPerson } from './registers.ts'

const badge = choice(['guest', 'closed', 'frozen', 'none'])

const personFields = {
  accountId: nullable(id),
  name: line,
  email,
  phone: line,
  children: list(plain({ name: line, age: count })),
  last: nullable(date),
  next: nullable(date),
  badge,
  /** A guest's latest order, or the session they are waiting for. */
  orderNumber: line,
  waitsFor: nullable(id),
}
const foundPerson = plain(personFields)
/** An existing person who may be the same as a new family, and what both have in common. */
const alikePerson = plain({ ...personFields, why: list(choice(['email', 'phone', 'name', 'child'])) })
export type AlikePerson = Value<typeof alikePerson>
export type FoundPerson = Value<typeof foundPerson>

export const bookingState = choice(['held', 'confirmed', 'cancelled'])
export const familyPlace = plain({
  bookingId: id,
  sessionId: id,
  orderNumber: line,
  title: line,
  venue: name,
  date,
  startTime: time,
  endTime: time,
  who: line,
  isTrial: boolean,
  state: bookingState,
  /** The valid marks of its register, one for each day. */
  marks: list(plain({ day: date, state: choice(markStates) })),
  /** The class's question when it was booked, and the answer; '' for none. */
  question: line,
  answer: line,
})
export type FamilyPlace = Value<typeof familyPlace>

export const orderState = choice([
  'unpaid',
  'expected',
  'paid',
  'partlyRefunded',
  'refunded',
  'sent',
  'completed',
  'cancelled',
  'differs',
])
export const orderKind = choice(['class', 'event', 'parentSession', 'product', 'pack'])
export const payMethod = choice(['card', 'desk', 'credits', 'free', 'none'])
const orderLineFields = {
  /** The part of the total that sending products costs. */
  postagePence: count,
  number: line,
  accountId: nullable(id),
  who: line,
  kind: orderKind,
  what: line,
  state: orderState,
  method: payMethod,
  placedAt: instant,
  holdExpiresAt: nullable(instant),
  totalPence: count,
  backPence: count,
  /** Money of refunds that have not arrived yet. */
  goingPence: count,
  /** Expected money that has not come, and where it comes from; null if none is expected. */
  expected: nullable(plain({ openPence: count, method: choice(everyExpectedMethod), reference: line })),
}
export const orderLine = plain(orderLineFields)
export type OrderLine = Value<typeof orderLine>

const familyChild = plain({
  id,
  firstName: name,
  lastName: name,
  birthday: date,
  age: count,
  gender: choice(['preferNotToSay', 'male', 'female']),
  /** The picture's path, or ''. */
  picture: line,
  school: line,
  address: line,
  note: longText,
  photoPermission: boolean,
  photoMarketingPermission: boolean,
  contacts: list(person),
  pickUp: nullable(pickUpPerson),
})

const ledgerEntry = plain({
  id,
  of: choice(['credits', 'points']),
  at: instant,
  delta: integer,
  balance: count,
  memo: line,
  /** Why staff granted it. */
  reason: textUpTo(500),
  by: line,
  orderNumber: line,
})

const familyNote = plain({
  id,
  /** Empty once the note is withdrawn. */
  text: longText,
  by: line,
  at: instant,
  withdrawn: nullable(plain({ by: line, at: instant })),
  /** Whether the note is listed before the others. */
  isPinned: boolean,
  mayWithdraw: boolean,
})
export type FamilyNote = Value<typeof familyNote>

const family = plain({
  id,
  firstName: name,
  lastName: name,
  email,
  mobile: line,
  address: line,
  note: longText,
  credits: count,
  points: count,
  since: instant,
  wantsOffers: nullable(boolean),
  /** The latest answer, with its day and wording if they are stored. Older answers have none. */
  consent: nullable(plain({ isGiven: boolean, on: date, wording: textUpTo(2_000) })),
  hasPassword: boolean,
  isClosed: boolean,
  frozen: nullable(plain({ at: instant, by: line, reason: textUpTo(500) })),
  /** Whether there is an allergy or a medical condition. `readNotes` returns the notes themselves. */
  children: list(
    plain({ id, name: line, age: count, birthday: date, hasAllergy: boolean, hasMedical: boolean }),
  ),
  next: list(familyPlace),
  /** The latest notes that were not withdrawn, pinned ones first. */
  notes: list(plain({ id, text: longText, by: line, at: instant, isPinned: boolean })),
  /** Unpaid orders, and why the family cannot be reminded of each just now; '' if it can. */
  unpaid: list(plain({ ...orderLineFields, whyNoReminder: line })),
  waiting: list(plain({ title: line, who: line, since: instant, offerUntil: nullable(instant) })),
})
export type FamilyHead = Value<typeof family>

const detailFields = {
  firstName: name,
  lastName: name,
  mobile: phone,
  addressLine1: line,
  addressLine2: line,
  town: line,
  postcode,
  note: longText,
}
const familyDetails = plain({ id, version: id, ...detailFields })
/** A family's details as the office's form edits them. The email address has its own form. */
export type FamilyDetails = Value<typeof familyDetails>

/** The guest of an order who can become a family, and the family that already has the address, if any. */
const guestToClaim = plain({
  email,
  firstName: name,
  lastName: name,
  phone: line,
  family: nullable(plain({ id, name: line, isFrozen: boolean })),
  /** The last mail with the link that proves the address. */
  mailed: nullable(plain({ at: instant, by: line })),
})
export type GuestToClaim = Value<typeof guestToClaim>

const contact = plain({ firstName: name, lastName: name, mobile: phone, email, relationship: line })
const childFields = {
  firstName: name,
  lastName: name,
  birthday: date,
  gender: choice(['preferNotToSay', 'male', 'female']),
  attendsSchool: boolean,
  schoolName: line,
  addressSource: choice(['guardian', 'alternative']),
  addressLine1: line,
  addressLine2: line,
  note: longText,
  photoPermission: boolean,
  photoMarketingPermission: boolean,
  /** The two emergency contacts. A contact with all fields empty was not given. */
  contacts: list(contact, 2),
  pickUp: plain({ firstName: name, lastName: name, phone, relationship: line }),
}
/** A child that is entered with a new family. */
const newChild = plain({ firstName: name, lastName: name, birthday: date })
const childDetails = plain({
  id,
  version: id,
  ...childFields,
  /** Whether the family has answered, even with “None”. The text itself is never in this answer. */
  isMedicalTold: boolean,
  isAllergyTold: boolean,
})
/** A child as the office's form edits it, without the medical notes. */
export type ChildDetails = Value<typeof childDetails>

/**
 * The kinds of rows that may be duplicates: accounts, children, trials of one type, places on one date,
 * waiting-list entries.
 */
export const duplicateKinds = ['account', 'child', 'trial', 'place', 'waiting'] as const

const duplicatePerson = plain({
  name: line,
  /** How to contact them if the family's row does not show it. */
  contact: line,
  accountId: nullable(id),
  /** A guest's order, or the date whose register shows them waiting. */
  orderNumber: line,
  waitsFor: nullable(id),
  /** When their booking takes place; null if the row is no booking. */
  date: nullable(date),
  startTime: nullable(time),
})
const possibleDuplicate = plain({
  kind: choice(duplicateKinds),
  id,
  /** Absent for an account whose email address is invalid. */
  otherId: nullable(id),
  who: duplicatePerson,
  other: nullable(duplicatePerson),
  /** The class that both have booked or wait for, or ''. */
  title: line,
  birthday: nullable(date),
})
export type PossibleDuplicate = Value<typeof possibleDuplicate>
export type DuplicatePerson = Value<typeof duplicatePerson>

/** The maximum number of results of a search. A count of this many means "at least". */
export const maxFamiliesFound = 500

/** Families as the front desk finds them, with their details (spec 3 §2.7). */
export const families = {
  search: read(
    'Families/search',
    'family.see',
    { words: textUpTo(200) },
    plain({ people: list(foundPerson), total: count, orderNumber: line }),
  ),
  list: read(
    'Families/list',
    'family.see',
    {
      ...{ ...pageOfList, sort: sortedBy('since', 'name') },
      /** The days on which the account was made. */
      ...{ sinceFrom: ifPresent(date), sinceTo: ifPresent(date) },
      /** The answer to “Where did you hear about us?”; '' for families without one. */
      heardFrom: ifPresent(textUpTo(200)),
    },
    officeList(foundPerson),
  ),
  /** People who may be stored twice, because different spellings of a name once counted as different people. */
  duplicates: read('Families/duplicates', 'family.see', pageOfList, officeList(possibleDuplicate)),
  /** Marks two listed people as different. `isKept: false` removes the mark. */
  keepBoth: write(
    'Families/keepBoth',
    'family.edit',
    { kind: choice(duplicateKinds), id, otherId: id, isKept: boolean },
    done,
  ),
  get: read('Families/get', 'family.see', { id }, family),
  /** Finds existing people who may be the family that is about to be added. */
  alike: read(
    'Families/alike',
    'family.edit',
    { firstName: name, lastName: name, email, mobile: phone, children: list(newChild, 10) },
    list(alikePerson),
  ),
  /** Adds a family without a password. If wanted, mails it a link to choose one. */
  make: write(
    'Families/make',
    'family.edit',
    {
      ...{ email, ...detailFields, children: list(newChild, 10), mailsPassword: boolean },
      /** The enquiry from which the family is added. The family then owns it. */
      enquiryId: ifPresent(id),
    },
    plain({ id }),
  ),
  /** Reads the guest of an order, for the form that makes them a family. */
  guest: read('Families/guest', 'family.edit', { number: textUpTo(64) }, guestToClaim),
  /**
   * Adds a family for the guest, unless the address has one already, and mails a link to the address. The
   * link's page moves the guest's orders into the family. The names are used for a new family only.
   */
  claimGuest: write(
    'Families/claimGuest',
    'family.edit',
    { number: textUpTo(64), firstName: name, lastName: name },
    plain({ id, isNew: boolean }),
  ),
  /** Mails a family without a password the link to choose one. */
  mailPassword: write('Families/mailPassword', 'family.edit', { id }, done),
  /** Freezes a family: ends its sign-ins, and lets it neither log in nor book. Its bookings stay. */
  freeze: write('Families/freeze', 'family.merge', { id, reason: textUpTo(500) }, done),
  thaw: write('Families/thaw', 'family.merge', { id }, done),
  /** Reads a family's details for the office's form. */
  details: read('Families/details', 'family.see', { id }, familyDetails),
  /** Saves a family's details, and mails it which kinds of them changed. */
  save: write('Families/save', 'family.edit', { id, version: id, ...detailFields }, saved),
  /** Reads a child for the office's form; `id` is the family's. */
  child: read('Families/child', 'family.see', { id, childId: id }, childDetails),
  /**
   * Saves a child, or adds one where `childId` is missing. A medical note that is not given stays as it is, so that
   * it can be replaced without being shown.
   */
  saveChild: write(
    'Families/saveChild',
    'family.edit',
    {
      id,
      childId: ifPresent(id),
      version,
      ...childFields,
      medical: ifPresent(longText),
      allergy: ifPresent(longText),
    },
    saved,
  ),
  children: read('Families/children', 'family.see', { id }, list(familyChild)),
  places: read('Families/places', 'family.see', { id, ...pageOfList }, officeList(familyPlace)),
  orders: read('Families/orders', 'family.see', { id, ...pageOfList }, officeList(orderLine)),
  ledger: read('Families/ledger', 'family.see', { id, ...pageOfList }, officeList(ledgerEntry)),
  notes: read('Families/notes', 'family.see', { id, ...pageOfList }, officeList(familyNote)),
  addNote: write('Families/addNote', 'family.edit', { id, text: longText }, plain({ noteId: id })),
  /** Pins a note before the others, or unpins it. */
  pinNote: write('Families/pinNote', 'family.edit', { id, noteId: id, isPinned: boolean }, done),
  /** Deletes a note's text: for its author, and for managers. */
  withdrawNote: write('Families/withdrawNote', 'family.edit', { id, noteId: id }, done),
  history: read(
    'Families/history',
    'family.see',
    { id, ...pageOfList },
    officeList(plain({ id, at: instant, by: line, action: line, reason: line })),
  ),
  /**
   * Reads medical notes away from a register, with a reason and a row in the log. A re-authentication of the
   * same working day is enough, so that nobody needs a password in an emergency.
   */
  readNotes: read(
    'Families/readNotes',
    'notes.read',
    { childIds: ids, reason: textUpTo(500) },
    list(childNotes),
    { needsReauthentication: true, reauthenticationMinutes: 8 * 60 },
  ),
  /** Mails families without a password a link to choose one. */
  invite: write(
    'Families/invite',
    'import.run',
    { accountIds: ifPresent(ids), importId: ifPresent(id) },
    plain({ invited: count }),
    { needsReauthentication: true },
  ),
  /**
   * `before` is the address that the page read. Needs re-authentication, because an email address is enough to take
   * over an account.
   */
  changeEmail: write('Families/changeEmail', 'family.edit', { id, before: email, email }, done, {
    needsReauthentication: true,
  }),
  /** Erases everything about the child for good. */
  removeChild: write(
    'Families/removeChild',
    'family.erase',
    { id, childId: id, reason: textUpTo(500) },
    done,
    { needsReauthentication: true },
  ),
  /** Grants class credits, or takes them with a negative number, for a reason. */
  grantCredits: write(
    'Families/grantCredits',
    'credit.grant',
    { id, credits: integer, reason: textUpTo(500) },
    plain({ entryId: id, balance: count }),
    { needsReauthentication: true },
  ),
  /** Reverses a grant by an opposite entry. */
  undoGrant: write(
    'Families/undoGrant',
    'credit.grant',
    { id, entryId: id },
    plain({ entryId: id, balance: count }),
    { needsReauthentication: true },
  ),
  /** Exports all families, or those that match the words. */
  export: exported('Families', 'people.export', { words: ifPresent(textUpTo(200)) }, ofPeople),
}
