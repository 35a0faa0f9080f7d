import {
  boolean,
  choice,
  count,
  email,
  exported,
  id,
  ifPresent,
  instant,
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
  saved,
  sortedBy,
  type Value,
  version,
  write,
} from './office-call.ts'

export const enquiryState = choice(['new', 'open', 'waitingForThem', 'done', 'spam'])
/** The states `new` and `open` are waiting for an answer. */
const listedState = choice(['waiting', 'new', 'open', 'waitingForThem', 'done', 'spam'])

const fields = {
  id,
  version: id,
  kind: choice(['feedback', 'party', 'bespoke']),
  state: enquiryState,
  name: line,
  email,
  phone: line,
  title: line,
  content: longText,
  accountId: nullable(id),
  at: instant,
  answeredAt: nullable(instant),
  answeredBy: name,
  /** The working days it has waited; two or more are shown in red. */
  waitedDays: count,
  /** Marked as answered without an answer from here. */
  isAnsweredElsewhere: boolean,
  assignedTo: nullable(id),
  assignee: name,
  replies: count,
}
const enquiry = plain(fields)
export type Enquiry = Value<typeof enquiry>

const entry = plain({
  id,
  kind: choice(['reply', 'note']),
  by: name,
  at: instant,
  body: longText,
  /** The state of a reply's mail. */
  mail: nullable(choice(['waiting', 'putOff', 'sent', 'refused'])),
})
export type EnquiryEntry = Value<typeof entry>

const openedEnquiry = plain({ ...fields, thread: list(entry) })
export type OpenedEnquiry = Value<typeof openedEnquiry>
export type ListedState = Value<typeof listedState>

/** The messages to the business (spec 3 §2.11), by state and age. */
export const enquiries = {
  list: read(
    'Enquiries/list',
    'enquiry.answer',
    { state: ifPresent(listedState), ...pageOfList, sort: sortedBy('came', 'from') },
    officeList(enquiry),
  ),
  export: exported('Enquiries', 'people.export', { state: ifPresent(listedState) }, ofPeople),
  get: read('Enquiries/get', 'enquiry.answer', { id }, openedEnquiry),
  /** The colleagues who may answer. */
  colleagues: read('Enquiries/colleagues', 'enquiry.answer', {}, list(plain({ id, name }))),
  /**
   * Mails an answer. `lastReplyId` is the newest answer that the page has shown. If there is a newer one, the
   * call is refused with 409 and that answer.
   */
  reply: write(
    'Enquiries/reply',
    'enquiry.answer',
    { id, text: longText, lastReplyId: nullable(id), next: choice(['waitingForThem', 'done']) },
    saved,
  ),
  /** Adds a note for colleagues. */
  note: write('Enquiries/note', 'enquiry.answer', { id, text: longText }, plain({ id })),
  /** Gives it to a colleague, or to nobody. */
  assign: write('Enquiries/assign', 'enquiry.answer', { id, version, staffId: nullable(id) }, saved),
  /**
   * Saves the state. `done` records who answered and when; `isUndo` keeps the recorded values. `done` is
   * refused unless an answer was sent from here, or `isAnsweredElsewhere` is set.
   */
  setState: write(
    'Enquiries/setState',
    'enquiry.answer',
    {
      ...{ id, version, state: enquiryState },
      ...{ isUndo: ifPresent(boolean), isAnsweredElsewhere: ifPresent(boolean) },
    },
    saved,
  ),
}
