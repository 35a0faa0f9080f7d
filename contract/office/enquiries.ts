import {
  choice,
  count,
  email,
  exported,
  id,
  ifPresent,
  instant,
  line,
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
  truth,
  type Value,
  version,
  write,
} from './office-call.ts'

export const enquiryState = choice(['new', 'open', 'done', 'spam'])
/** New and open ones wait. */
const listedState = choice(['waiting', 'new', 'open', 'done', 'spam'])

const enquiry = plain({
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
  /** Working days that it has waited; the second is red. */
  waitedDays: count,
})
export type Enquiry = Value<typeof enquiry>
export type ListedState = Value<typeof listedState>

/** What people wrote to the business (spec 3 §2.11), by state and age. */
export const enquiries = {
  list: read(
    'Enquiries/list',
    'enquiry.answer',
    { state: ifPresent(listedState), ...pageOfList, sort: sortedBy('came', 'from') },
    officeList(enquiry),
  ),
  export: exported('Enquiries', 'people.export', { state: ifPresent(listedState) }, ofPeople),
  get: read('Enquiries/get', 'enquiry.answer', { id }, enquiry),
  /** Whoever answers is who answered; by Undo it is again who was. */
  setState: write(
    'Enquiries/setState',
    'enquiry.answer',
    { id, version, state: enquiryState, isUndo: ifPresent(truth) },
    saved,
  ),
}
