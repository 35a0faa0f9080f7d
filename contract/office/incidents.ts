import {
  count,
  date,
  id,
  ifPresent,
  instant,
  line,
  longText,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  time,
  uuid,
  type Value,
  write,
} from './office-call.ts'

const written = { id, sessionId: id, day: date, title: line, venue: name, by: name, writtenAt: instant }

/** An incident in the list, without its words. The name is '' once the family has left. */
const listedIncident = plain({ ...written, name: line })
export type ListedIncident = Value<typeof listedIncident>

/** An incident as it was written down: it is never changed. */
const incident = plain({
  ...written,
  /** The child's name and age on that day. */
  name: line,
  age: nullable(count),
  /** The time at which it happened. */
  at: time,
  where: line,
  happened: longText,
  firstAid: longText,
  keepUntil: date,
})
export type Incident = Value<typeof incident>

/** Accidents and other incidents: written by the member who takes the register, read by managers (spec 4 §5.7). */
export const incidents = {
  /** Seals the words like a medical note, and mails owners a link. */
  write: write(
    'Incidents/write',
    'register.mark',
    {
      ...{ sessionId: id, day: date, bookingId: ifPresent(id), walkInId: ifPresent(uuid) },
      ...{ at: time, where: line, happened: longText, firstAid: longText },
    },
    plain({ id }),
  ),
  list: read('Incidents/list', 'incident.read', pageOfList, officeList(listedIncident)),
  /** Opens one, with a row in the log. A re-authentication of the same working day is enough. */
  read: read('Incidents/read', 'incident.read', { id }, incident, {
    ...{ needsReauthentication: true, reauthenticationMinutes: 8 * 60 },
  }),
}
