import { expect, test } from 'vitest'
import type { ShownMark } from '#contract/office/registers.ts'
import { withFirstNames } from './first-names.ts'
import type { TakenRegister } from './kept-registers.ts'
import { type DeviceMark, dayOnDevice, fireListOnDevice } from './registers-on-device.ts'

const day = '2026-11-24'
const now = new Date(`${day}T10:20:00Z`)
const venueId = 5
/** Makes a register as a device has downloaded it, with a note, contacts and a walk-in for each kind of secret. */
function registerOf(given: {
  names: string[]
  id?: number
  startTime?: string
  endTime?: string
  marks?: ShownMark[]
}): TakenRegister {
  const { names, id = 1, startTime = '10:00', endTime = '11:00', marks = [] } = given
  const contact = { name: 'Granny', phone: '07700 900123', email: '', relationship: 'Granny' }
  const walkIn = { id: '00000000-0000-4000-8000-000000000001', name: 'Wanda Way', phone: '07700 900124' }
  return {
    ...{ id, kind: 'class', title: 'Ballet', ages: '', date: day, day, days: [day], startTime, endTime },
    ...{ venueId: 5, venue: 'Larkfield Hall', room: '', capacity: 12, expected: names.length, teachers: [] },
    ...{
      isWithdrawn: false,
      cancelled: null,
      notesShown: true,
      waiting: [],
      strays: [],
      handOvers: [],
      notes: [],
      incidents: [],
    },
    ...{ marksFrom: null, marksUntil: null, now: `${day}T10:05:00.000Z`, takenAt: `${day}T09:00:00.000Z` },
    endsAt: `${day}T${endTime}:00.000Z`,
    walkIns: [{ ...walkIn, isTrial: false, by: 'Ann' }],
    bookingIds: names.map((_, place) => id * 100 + place),
    marks: [
      {
        ...{
          id: `walk-in-${id}`,
          bookingId: null,
          walkInId: walkIn.id,
          state: 'here',
          collectedBy: 'Granny',
        },
        ...{ markedAt: `${day}T10:01:00.000Z`, byId: 1, by: 'Ann' },
      },
      ...marks,
    ],
    rows: names.map((name, place) => ({
      ...{
        bookingId: id * 100 + place,
        childId: id * 100 + place,
        accountId: 3,
        name,
        age: 5,
        bookedAt: `${day}T08:00:00.000Z`,
      },
      ...{ isTrial: false, isFirstTime: false, isUnpaid: false, isToldAbsent: false, birthday: null },
      ...{ hasMedical: true, hasAllergy: true, medical: 'Asthma', allergy: 'Hazelnuts', note: 'Asthma' },
      ...{ question: 'Which instrument?', answer: 'Piano', photoPermission: true },
      ...{
        photoMarketingPermission: true,
        contacts: [contact],
        pickUp: { ...contact, photo: '' },
        lastDays: [],
      },
    })),
  }
}

const markOf = (bookingId: number, state: ShownMark['state'], minute: number): ShownMark => ({
  ...{ id: `${bookingId} ${minute}`, bookingId, walkInId: null, state, collectedBy: '', byId: 1, by: 'Ann' },
  markedAt: `${day}T10:${String(minute).padStart(2, '0')}:00.000Z`,
})
const ownOf = (sessionId: number, ...mark: Parameters<typeof markOf>): DeviceMark => ({
  ...markOf(...mark),
  ...{ sessionId, day },
})
const namesOn = (list: ReturnType<typeof fireListOnDevice>) =>
  list?.sessions.map(session => [session.isMarked, ...session.people.map(({ name }) => name)])

test('the fire list of four classes without a signal: nothing, something and everything marked', () => {
  const quiet = (id: number, names: string[], marks: ShownMark[] = []) => {
    const { walkIns: _walkIns, ...register } = registerOf({ id, names, marks })
    return { ...register, walkIns: [], marks }
  }
  const all = [
    quiet(1, ['Ada Ash', 'Ben Birch']),
    quiet(2, ['Cy Cedar', 'Dee Dale'], [markOf(200, 'here', 1)]),
    quiet(3, ['Eve Elm', 'Flo Fern'], [markOf(300, 'absent', 1), markOf(301, 'here', 1)]),
    registerOf({ id: 4, names: ['Gus Gale'] }),
  ]
  const own = [ownOf(3, 301, 'left', 9)]
  expect(namesOn(fireListOnDevice(all, own, venueId, now))).toEqual([
    [false, 'Ada Ash', 'Ben Birch'],
    [true, 'Cy Cedar', 'Dee Dale'],
    [true],
    [true, 'Gus Gale', 'Wanda Way'],
  ])
  // Over for an hour, on another day, or at another venue.
  expect(fireListOnDevice(all, [], venueId, new Date(`${day}T12:01:00Z`))?.sessions).toEqual([])
  expect(fireListOnDevice(all, [], venueId, new Date('2026-11-25T10:20:00Z'))?.sessions).toEqual([])
  expect(fireListOnDevice(all, [], 6, now)).toBeUndefined()
})

test('the list of a day counts the marks of this device, and shows registers not taken and missing children', () => {
  const all = [registerOf({ id: 1, names: ['Ada Ash', 'Ben Birch'] })]
  const own = [ownOf(1, 100, 'absent', 2), ownOf(1, 101, 'late', 3)]
  const listed = dayOnDevice(all, own, { date: day, venueId: '' }, now)
  expect(listed.sessions).toMatchObject([
    { id: 1, here: 1, walkIns: 1, unmarked: 0, isNotTaken: false, expected: 2 },
  ])
  expect(dayOnDevice(all, own.slice(1), { date: day, venueId: '' }, now).sessions[0]?.unmarked).toBe(1)
  expect(listed.missing).toMatchObject([{ name: 'Ada Ash', sessionId: 1 }])
  expect(listed.venues).toEqual([{ id: 5, name: 'Larkfield Hall' }])
  const unmarked = all.map(register => ({ ...register, marks: [] }))
  expect(dayOnDevice(unmarked, [], { date: day, venueId: '' }, now).sessions[0]?.isNotTaken).toBe(true)
  expect(dayOnDevice(all, [], { date: '2026-11-23', venueId: '' }, now)).toMatchObject({
    sessions: [],
    next: day,
  })
  expect(dayOnDevice(all, [], { date: day, venueId: '6' }, now).sessions).toEqual([])
})

test('first names alone: no surname, note, contact, age, badge or answer is left anywhere', () => {
  const register = registerOf({ names: ['Iris Hart', 'Iris Quill', 'Jude Vale'] })
  const reduced = withFirstNames(register)
  expect(reduced.rows.map(({ name }) => name)).toEqual(['Iris H.', 'Iris Q.', 'Jude'])
  expect(reduced.rows.map(({ bookingId }) => bookingId)).toEqual(register.rows.map(row => row.bookingId))
  expect(reduced.notesShown).toBe(false)
  const text = JSON.stringify(reduced)
  for (const secret of [
    'Hart',
    'Quill',
    'Vale',
    'Hazelnuts',
    'Asthma',
    '07700',
    'Granny',
    'Wanda Way',
    'Piano',
  ])
    expect(text, secret).not.toContain(secret)
  expect(text).toContain('Wanda')
  // Reducing it again changes nothing.
  expect(withFirstNames(reduced)).toEqual(reduced)
})

test('a class over midnight stays on the fire list and in the registers of the new day until an hour after its end', () => {
  const night = registerOf({ names: ['Ada Bell'], startTime: '23:40', endTime: '00:40' })
  const at = (moment: string) => ({
    fire: fireListOnDevice([night], [], venueId, new Date(moment))?.sessions.length,
    listed: ['2026-11-24', '2026-11-25'].map(
      date => dayOnDevice([night], [], { date, venueId: '' }, new Date(moment)).sessions.length,
    ),
  })
  expect(at('2026-11-24T22:39:00Z')).toEqual({ fire: 0, listed: [1, 0] })
  expect(at('2026-11-24T23:00:00Z')).toEqual({ fire: 1, listed: [1, 0] })
  expect(at('2026-11-25T00:10:00Z')).toEqual({ fire: 1, listed: [1, 1] })
  expect(at('2026-11-25T01:41:00Z')).toEqual({ fire: 0, listed: [1, 0] })
})

test('a class that begins soon after midnight is on the fire list an hour before', () => {
  const early = registerOf({ names: ['Ada Bell'], startTime: '00:10', endTime: '01:00' })
  const shown = (moment: string) => fireListOnDevice([early], [], venueId, new Date(moment))?.sessions.length
  expect(shown('2026-11-23T23:09:00Z')).toBe(0)
  expect(shown('2026-11-23T23:10:00Z')).toBe(1)
})
