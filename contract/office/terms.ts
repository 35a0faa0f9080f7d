import {
  boolean,
  choice,
  count,
  date,
  done,
  id,
  ids,
  ifPresent,
  instant,
  list,
  name,
  nullable,
  plain,
  read,
  saved,
  time,
  type Value,
  version,
  write,
} from './office-call.ts'

export const closure = plain({ name, venueId: nullable(id), startDate: date, endDate: date })

export const term = plain({
  id,
  version: id,
  name,
  startDate: date,
  endDate: date,
  state: choice(['draft', 'published', 'archived']),
  publishAt: nullable(instant),
  closures: list(closure),
  /** Its classes are still being copied from another term. */
  isBeingMade: boolean,
  /** Future drafts, which can be published. */
  drafts: count,
  /** Drafts in the past. */
  over: count,
  published: count,
})
export type Term = Value<typeof term>

const copied = { termId: id, startDate: date, endDate: date, closures: list(closure) }

/** Terms, their closures, and when they open (spec 3 §2.5.2). */
export const terms = {
  /** Polled while a copy is running. */
  list: read('Terms/list', 'planner.see', {}, list(term), { isPoll: true }),
  bankHolidays: read(
    'Terms/bankHolidays',
    'planner.see',
    { from: date, to: date },
    list(plain({ name, date })),
  ),
  /** `keepDates`: dates in a closure stay unchanged. */
  save: write(
    'Terms/save',
    'planner.edit',
    {
      id: ifPresent(id),
      version,
      name,
      startDate: date,
      endDate: date,
      closures: list(closure),
      keepDates: boolean,
    },
    saved,
  ),
  /** Previews what a copy would create for each class with weekly times. Excluded classes cause no clashes. */
  previewCopy: read(
    'Terms/previewCopy',
    'planner.edit',
    { ...copied, left: ids },
    plain({
      classes: list(
        plain({
          offeringId: id,
          title: name,
          venue: name,
          ages: name,
          pricePence: count,
          credits: count,
          times: list(plain({ weekday: count, startTime: time, endTime: time })),
          dates: count,
          skipped: count,
          /** How many of its dates would clash, also with other dates of the copy. */
          clashing: count,
        }),
      ),
    }),
  ),
  /** Runs in parts; the term shows that it is being copied until the last part. */
  copy: write(
    'Terms/copy',
    'planner.edit',
    { ...copied, name, offerings: list(plain({ id, pricePence: count })) },
    saved,
  ),
  /** Publishes all drafts of the term at one instant, now or later. */
  publish: write(
    'Terms/publish',
    'planner.edit',
    { id, version, at: nullable(instant) },
    plain({ published: count }),
  ),
  /** Cancels a scheduled opening: the dates stay drafts. */
  callOff: write('Terms/callOff', 'planner.edit', { id, version }, saved),
  archive: write('Terms/archive', 'planner.edit', { id, version, isArchived: boolean }, saved),
  /** Deletes a term that was never opened, with its drafts: the undo of a copy. */
  remove: write('Terms/remove', 'planner.edit', { id, version }, done),
}
