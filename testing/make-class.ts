import type { OfficeApi } from '#contract/office/client.ts'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { type MadeOffering, makeOffering } from './make-offering.ts'
import { rowOf, writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

type ClassInput = CallInput<typeof planner.makeClass>
export type Slot = ClassInput['slots'][number]

export const tuesdays: Slot = {
  weekday: 2,
  startTime: '10:00',
  endTime: '10:45',
  weeks: 'every',
  roomId: null,
  capacity: 12,
  teacherIds: [],
}

/** Writes a room of a venue; returns its id. */
export const makeRoom = (db: Db, venueId: number, name = 'Room 1', capacity = 14): Promise<number> =>
  writeRow(db, 'rooms', { venue_id: venueId, name, capacity })

/** Returns the input of a new class: of a new type at a new venue on twelve Tuesdays, unless told otherwise. */
export async function classInput(
  app: TestApp,
  office: OfficeApi,
  given: Partial<ClassInput> & { at?: MadeOffering; from?: string; to?: string } = {},
): Promise<ClassInput> {
  const { at = await makeOffering(app), from = '2027-01-04', to = '2027-03-28', ...input } = given
  const slots = input.slots ?? [tuesdays]
  const { dates } = await office.planner.previewDates({
    venueId: at.venueId,
    from,
    to,
    slots,
    ...(input.termId && { termId: input.termId }),
  })
  return {
    typeId: at.typeId,
    venueId: at.venueId,
    ageGroupId: at.ageGroupId,
    name: 'Ballet for beginners',
    roomId: null,
    colour: '#7c5cff',
    introductionHtml: '<p>Come and dance.</p>',
    imagePath: '',
    isPackOnly: false,
    pricePence: 850,
    credits: 1,
    offersTrial: false,
    trialPricePence: 0,
    capacity: 12,
    teacherIds: [],
    slots,
    dates: dates
      .filter(({ skippedFor }) => !skippedFor)
      .map(({ date, startTime, endTime, slot }) => ({ date, startTime, endTime, slot })),
    publish: 'not',
    ...input,
  }
}

/** Reads a class as the form that edits it sends it. */
export async function classAsRead(
  office: OfficeApi,
  id: number,
): Promise<CallInput<typeof planner.saveClass>> {
  const { version, name, typeId, venueId, termId, ageGroupId, roomId, ...found } = await office.planner.class(
    {
      id,
    },
  )
  const { colour, introductionHtml, imagePath, isPackOnly } = found
  return {
    ...{ id, version, name, typeId, venueId, termId, ageGroupId, roomId },
    ...{ colour, introductionHtml, imagePath, isPackOnly, keepDates: false },
  }
}

/** Reads the ids and versions of sessions, as the form that edits them sends them. */
export const asRead = (db: Db, ids: number[]): Promise<{ id: number; version: number }[]> =>
  Promise.all(
    ids.map(async id => {
      const { version } = await rowOf(db, 'sessions', { id })
      return { id, version }
    }),
  )
