import {
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
  truth,
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
  isBeingMade: truth,
  /** Those still to come: they can be published. */
  drafts: count,
  /** Drafts whose time has gone by. */
  over: count,
  published: count,
})
export type Term = Value<typeof term>

const copied = { termId: id, startDate: date, endDate: date, closures: list(closure) }

/** Terms with their closures, and what opens them (spec 3 §2.5.2). */
export const terms = {
  /** Asked again while a copy is being made. */
  list: read('Terms/list', 'planner.see', {}, list(term), { isPoll: true }),
  bankHolidays: read(
    'Terms/bankHolidays',
    'planner.see',
    { from: date, to: date },
    list(plain({ name, date })),
  ),
  /** `keepDates`: dates that lie in a closure stay where they are. */
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
      keepDates: truth,
    },
    saved,
  ),
  /** What a copy would make of each class that runs by weekly times. Those that are left out are in nobody's way. */
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
          times: list(plain({ weekday: count, startTime: time, endTime: time })),
          dates: count,
          skipped: count,
          /** How many of its dates would clash, with those of the copy too. */
          clashing: count,
        }),
      ),
    }),
  ),
  /** Made piece by piece; the term says so until the last. */
  copy: write(
    'Terms/copy',
    'planner.edit',
    { ...copied, name, offerings: list(plain({ id, pricePence: count })) },
    saved,
  ),
  /** All drafts of the term at one instant: now, or then. */
  publish: write(
    'Terms/publish',
    'planner.edit',
    { id, version, at: nullable(instant) },
    plain({ published: count }),
  ),
  /** What was to open at a moment stays a draft. */
  callOff: write('Terms/callOff', 'planner.edit', { id, version }, saved),
  archive: write('Terms/archive', 'planner.edit', { id, version, isArchived: truth }, saved),
  /** A term that was never opened, with all its drafts: how copying is undone. */
  remove: write('Terms/remove', 'planner.edit', { id, version }, done),
}
