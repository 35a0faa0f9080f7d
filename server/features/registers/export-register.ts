import type { TextFile } from '#contract/office/office-call.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { type MarkState, markWords, newestMarks, placeOfMark } from '#domain/office/marks.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile } from '#server/staff-log/export-file.ts'
import { readDayMarks } from './day-marks.ts'
import { requireRegister } from './open-register.ts'
import { readAttendees } from './queries.ts'

/** Exports the register of a day as a file: what its page shows, without notes of any kind. */
export const exportRegister = (
  request: OfficeRequest,
  { sessionId, day }: { sessionId: number; day: string },
): Promise<TextFile> =>
  exportFile(request, 'register', async tx => {
    const { title } = await requireRegister(tx, request, sessionId)
    const attendees = await readAttendees(tx, sessionId, day)
    const { marks, walkIns } = await readDayMarks(tx, { sessionId, day }, request.clock())
    const held = newestMarks(marks)
    const marked = (place: { bookingId: number } | { walkInId: string }) => {
      const mark = held.get(placeOfMark({ bookingId: null, walkInId: null, ...place }))?.mark
      const state: MarkState = mark?.state ?? 'none'
      const at = mark && state !== 'none' ? momentInLondon(new Date(mark.markedAt)).slice(11) : ''
      return [markWords[state], at, mark?.collectedBy ?? '']
    }
    const reached = (contacts: { name: string; phone: string }[]) =>
      contacts.map(({ name, phone }) => [name, phone].filter(Boolean).join(' ')).join(', ')
    return {
      columns: ['day', 'title', 'name', 'age', 'kind', 'paid', 'mark', 'time', 'collected_by', 'contacts'],
      rows: [
        ...attendees.map(row => [
          ...[day, title, row.name, row.age ?? '', row.isTrial ? 'trial' : 'booked', !row.isUnpaid],
          ...marked({ bookingId: row.bookingId }),
          reached(row.contacts),
        ]),
        ...walkIns
          .filter(({ id }) => held.get(id)?.mark.state !== 'none')
          .map(({ id, name, phone, isTrial }) => [
            ...[day, title, name, '', isTrial ? 'walk-in, trial' : 'walk-in', ''],
            ...marked({ walkInId: id }),
            phone,
          ]),
      ],
    }
  })
