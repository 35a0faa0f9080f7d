import {
  email,
  exported,
  instant,
  line,
  nullable,
  officeList,
  ofPeople,
  pageOfList,
  plain,
  read,
  type Value,
} from './office-call.ts'

const subscription = plain({ email, source: line, subscribedAt: instant, endedAt: nullable(instant) })
export type Subscription = Value<typeof subscription>

/** The addresses that visitors left on the site to be sent offers (spec 4 §6). */
export const subscriptions = {
  list: read('Subscriptions/list', 'message.all', pageOfList, officeList(subscription)),
  export: exported('Subscriptions', 'people.export', {}, ofPeople),
}
