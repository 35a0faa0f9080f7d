import {
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
  plain,
  read,
  sortedBy,
  textUpTo,
  time,
  truth,
  type Value,
  write,
} from './office-call.ts'
import { childNotes, person, pickUpPerson } from './registers.ts'

const badge = choice(['guest', 'closed', 'none'])

const foundPerson = plain({
  accountId: nullable(id),
  name: line,
  email,
  phone: line,
  children: list(plain({ name: line, age: count })),
  last: nullable(date),
  next: nullable(date),
  badge,
  /** A guest's latest order, or for who only waits the session that it is for. */
  orderNumber: line,
  waitsFor: nullable(id),
})
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
  isTrial: truth,
  state: bookingState,
})
export type FamilyPlace = Value<typeof familyPlace>

export const orderState = choice([
  'unpaid',
  'paid',
  'partlyRefunded',
  'sent',
  'completed',
  'cancelled',
  'differs',
])
export const orderKind = choice(['class', 'event', 'parentSession', 'product', 'pack'])
export const payMethod = choice(['card', 'credits', 'free', 'none'])
export const orderLine = plain({
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
})
export type OrderLine = Value<typeof orderLine>

const familyChild = plain({
  id,
  firstName: name,
  lastName: name,
  birthday: date,
  age: count,
  gender: choice(['preferNotToSay', 'male', 'female']),
  /** By its path, or ''. */
  picture: line,
  school: line,
  address: line,
  note: longText,
  photoPermission: truth,
  photoMarketingPermission: truth,
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
  by: line,
  orderNumber: line,
})

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
  wantsOffers: nullable(truth),
  /** The newest that is kept of this answer, by day and wording; of earlier ones none was. */
  consent: nullable(plain({ isGiven: truth, on: date, wording: textUpTo(2_000) })),
  hasPassword: truth,
  isClosed: truth,
  /** Whether there is an allergy or a condition to know of; what it says is read by `readNotes`. */
  children: list(plain({ id, name: line, age: count, birthday: date, hasAllergy: truth, hasMedical: truth })),
  next: list(familyPlace),
  unpaid: list(orderLine),
  waiting: list(plain({ title: line, who: line, since: instant, offerUntil: nullable(instant) })),
})
export type FamilyHead = Value<typeof family>

/** A search looks for no more: so many found are so many or more. */
export const mostFamiliesFound = 500

/** Families as the desk finds them (spec 3 §2.7), and what is known of one. */
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
    { ...pageOfList, sort: sortedBy('since', 'name') },
    officeList(foundPerson),
  ),
  get: read('Families/get', 'family.see', { id }, family),
  children: read('Families/children', 'family.see', { id }, list(familyChild)),
  places: read('Families/places', 'family.see', { id, ...pageOfList }, officeList(familyPlace)),
  orders: read('Families/orders', 'family.see', { id, ...pageOfList }, officeList(orderLine)),
  ledger: read('Families/ledger', 'family.see', { id, ...pageOfList }, officeList(ledgerEntry)),
  history: read(
    'Families/history',
    'family.see',
    { id, ...pageOfList },
    officeList(plain({ id, at: instant, by: line, action: line, reason: line })),
  ),
  /**
   * Opens medical notes away from a register: with a reason, and a row in the log for it. In an emergency nobody should
   * have to look for a password: a proof of the same working day is enough.
   */
  readNotes: read(
    'Families/readNotes',
    'notes.read',
    { childIds: ids, reason: textUpTo(500) },
    list(childNotes),
    { needsProof: true, proofMinutes: 8 * 60 },
  ),
  /** Mails families that have no password a link to choose one. */
  invite: write(
    'Families/invite',
    'import.run',
    { accountIds: ifPresent(ids), importId: ifPresent(id) },
    plain({ invited: count }),
    { needsProof: true },
  ),
  /** `before` is the address as it was read. Whoever has a family's address can log in as it: with a proof. */
  changeEmail: write('Families/changeEmail', 'family.edit', { id, before: email, email }, done, {
    needsProof: true,
  }),
  /** For good: what is known of the child is erased. */
  removeChild: write(
    'Families/removeChild',
    'family.erase',
    { id, childId: id, reason: textUpTo(500) },
    done,
    { needsProof: true },
  ),
  /** All, or those whom the words mean. */
  export: exported('Families', 'people.export', { words: ifPresent(textUpTo(200)) }, ofPeople),
}
