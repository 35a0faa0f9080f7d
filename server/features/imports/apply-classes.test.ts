import { describe, expect, test } from 'vitest'
import { becomesPublic, inClosure } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { createImportClient, file, things } from '#testing/import-client.ts'
import { asRead, makeRoom } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { importLines } from './import-lines.ts'

const app = await startTestApp()
const { office, uploader, check, take, inAll, madeSince } = await createImportClient(app)

test('a class has one weekly time across half-term, and a killed import continues', async () => {
  await makeOffering(app, { typeName: 'Tap', venue: 'Old Mill', ageGroup: '5–6 years' })
  const headings = 'type,venue,age,name,weekday,start,end,first_day,last_day,places,price'
  const halves = [
    ['04/01/2027', '08/02/2027'],
    ['22/02/2027', '22/03/2027'],
  ].flatMap(([from, to]) =>
    Array.from({ length: 11 }, (_, at) => {
      const hour = 9 + at
      return `Tap,Old Mill,5–6 years,Tap ${at},Mon,${hour}:00,${hour}:45,${from},${to},12,8.50`
    }),
  )
  const { id, sentences } = await check(file(headings, ...halves), 'classes')
  expect(sentences).toEqual([])
  await office.imports.run({ id })
  await app.database.runScript(`create function killed() returns trigger language plpgsql as $$ begin
    if new.name = 'Tap 10' then raise exception 'killed'; end if; return new; end $$;
    create trigger killed before insert on offerings for each row execute function killed()`)
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('killed')
  await app.database.runScript('drop trigger killed on offerings; drop function killed()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', good: 22, bad: 0, finished: 22 })
  expect(await rowsOf(app.db, 'sessions', { name: 'Tap 0' })).toHaveLength(11)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'sessions', { name: 'Tap 0' })).toEqual([])
})

test('a fortnightly line keeps its weeks in a class that another line created', async () => {
  const { venueId } = await makeOffering(app, { typeName: 'Jazz', venue: 'New Mill', ageGroup: '7–8 years' })
  const headings = 'type,venue,age,date,weekday,start,end,first_day,last_day,weeks,places,price'
  const lines = [
    'Jazz,New Mill,7–8 years,11/01/2027,,10:00,10:45,,,,12,8.50',
    'Jazz,New Mill,7–8 years,,Wed,16:00,16:45,06/01/2027,31/01/2027,even,12,8.50',
  ]
  const { sentences } = await take(file(headings, ...lines), 'classes')
  expect(sentences).toEqual([])
  const sessions = await rowsOf(app.db, 'sessions', { name: 'Jazz' })
  expect(sessions.map(({ start_date }) => start_date)).toEqual(['2027-01-11', '2027-01-13', '2027-01-27'])
  const offeringId = sessions[0]?.offering_id as number
  const slots = (await office.planner.class({ id: offeringId })).slots.map(({ id: _, ...slot }) => slot)
  const asked = { offeringId, venueId, from: '2027-02-01', to: '2027-02-28', slots }
  expect((await office.planner.previewDates(asked)).dates.map(({ date }) => date)).toEqual([
    '2027-02-10',
    '2027-02-24',
  ])
})

test('lines of one class that start in different weeks keep their own weeks', async () => {
  const { venueId } = await makeOffering(app, { typeName: 'Polka', venue: 'Far Mill', ageGroup: '7–8 years' })
  const headings = 'type,venue,age,weekday,start,end,first_day,last_day,weeks,places,price'
  const line = (weekday: string, from: string) =>
    `Polka,Far Mill,7–8 years,${weekday},16:00,16:45,${from},31/01/2027,odd,12,8.50`
  // Without a term, the class's own first day decides from which week all of them are counted.
  await take(file(headings, line('Tue', '05/01/2027'), line('Thu', '14/01/2027')), 'classes')
  await take(file(headings, line('Fri', '15/01/2027')), 'classes')
  const sessions = await rowsOf(app.db, 'sessions', { name: 'Polka' })
  expect(sessions.map(({ start_date }) => start_date)).toEqual(
    ['05', '19', '14', '28', '15', '29'].map(day => `2027-01-${day}`),
  )
  expect(new Set(sessions.map(({ offering_id }) => offering_id)).size).toBe(1)
  const offeringId = sessions[0]?.offering_id as number
  const slots = (await office.planner.class({ id: offeringId })).slots.map(({ id: _, ...slot }) => slot)
  expect(slots.map(({ weeks }) => weeks)).toEqual(['odd', 'even', 'even'])
  const asked = { offeringId, venueId, from: '2027-02-01', to: '2027-02-28', slots }
  expect((await office.planner.previewDates(asked)).dates.map(({ date }) => date)).toEqual(
    ['02', '11', '12', '16', '25', '26'].map(day => `2027-02-${day}`),
  )
})

test('classes become drafts, by date or weekday; Undo removes them until one is published', async () => {
  const offering = await makeOffering(app, {
    typeName: 'Ballet',
    venue: 'Larkfield Hall',
    ageGroup: '3–4 years',
  })
  const headings = 'type,venue,age,date,weekday,start,end,first_day,last_day,places,price,credits,trial_price'
  const { sentences } = await check(
    file(
      headings,
      'Ballet,Larkfield,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,',
      'Balet,Larkfield Hall,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,',
      'Ballet,Larkfield Hall,3–4 years,05/01/2027,,10:00,09:45,,,12,"£7,5",1,',
      'Ballet,Larkfield Hall,3–4 years,,Someday,10:00,10:45,05/01/2027,30/01/2027,12,8.50,1,9.00',
      'Ballet,Larkfield Hall,3–4 years,,,10:00,10:45,,,501,8.50,1,',
      'Ballet,Larkfield Hall,3–4 years,28/03/2027,,01:30,02:30,,,12,8.50,1,',
    ),
    'classes',
  )
  expect(sentences).toEqual([
    "Line 2: no venue is called 'Larkfield'. Did you mean 'Larkfield Hall'?",
    "Line 3: no type is called 'Balet'. Did you mean 'Ballet'?",
    'Line 4: £7,5 is not an amount. Write 7.50',
    'Line 4: the end must be after the start',
    'Line 5: a trial cannot cost more than the class',
    "Line 5: 'Someday' is not a weekday",
    'Line 6: 501 is not a whole number from 0 to 500',
    'Line 6: a date, or a weekday with its first and last day, is missing',
    'Line 7: the clocks go forward then, and this time does not exist',
  ])
  const before = await inAll()
  const { id, run } = await take(
    file(
      headings,
      'ballet,LARKFIELD HALL,3–4 years,05/01/2027,,10:00,10:45,,,12,8.5,1,£5',
      'Ballet,Larkfield Hall,3–4 years,,Wed,16:00,16:45,06/01/2027,27/01/2027,12,8.50,1,5.00',
      'Ballet,Larkfield Hall,3–4 years,07/01/2027,,10:00,10:45,,,8,9.50,1,',
    ),
    'classes',
  )
  expect(run.promised?.makes).toEqual(things({ classes: 2, dates: 6 }))
  expect(await madeSince(before)).toEqual(run.promised?.makes)
  expect(run).toMatchObject({ state: 'done', finished: 3, bad: 0 })
  const made = await rowsOf(app.db, 'sessions', { offering_type_id: offering.typeId })
  expect(made[0]).toMatchObject({ price_pence: 850, trial_price_pence: 500 })
  expect(made.map(({ start_date, status, capacity }) => [start_date, status, capacity])).toEqual([
    ...['05', '06', '13', '20', '27'].map(day => [`2027-01-${day}`, 'draft', 12]),
    ['2027-01-07', 'draft', 8],
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const once = file(headings, 'Ballet,Larkfield Hall,3–4 years,05/01/2027,,10:00,10:45,,,12,8.50,1,')
  expect(await take(once, 'classes')).toMatchObject({ sentences: [], run: { finished: 1, kept: 1, bad: 0 } })
  await office.planner.publish({ sessions: await asRead(app.db, [made[0]?.id ?? 0]), at: null })
  expect(await refusal(office.imports.undo({ id }))).toContain('has been used since')
  const [second] = await Promise.all([
    take(file(headings, 'Ballet,Larkfield Hall,3–4 years,05/02/2027,,10:00,10:45,,,12,8.50,1,'), 'classes'),
  ])
  await office.imports.undo({ id: second.id })
  expect(await rowsOf(app.db, 'sessions', { start_date: '2027-02-05' })).toEqual([])
  expect(await rowsOf(app.db, 'offerings', { offering_type_id: offering.typeId })).toHaveLength(3)
})

test('a new date that begins before its term opens is a bad line, as in the planner', async () => {
  await makeOffering(app, { typeName: 'Tap', venue: 'Tap Hall', ageGroup: '3–4 years' })
  const term = { name: 'Tap until spring', startDate: '2026-06-01', endDate: '2027-03-28', closures: [] }
  const { id } = await office.terms.save({ ...term, keepDates: false })
  const line = (time: string, first: string, last: string) =>
    `Tap,Tap Hall,3–4 years,Tap until spring,Tue,${time},12:00,${first},${last},12,8.50`
  const content = file(
    'type,venue,age,term,weekday,start,end,first_day,last_day,places,price',
    line('09:00', '05/01/2027', '19/01/2027'),
    line('09:01', '05/01/2027', '19/01/2027'),
    // Past dates would never be visible.
    line('09:00', '02/06/2026', '16/06/2026'),
  )
  const { id: importId, sentences } = await check(content, 'classes')
  expect(sentences).toEqual([])
  await office.terms.publish({ id, version: 1, at: '2027-01-05T09:00:00.000Z' })
  await office.imports.run({ id: importId })
  await app.runJobs()
  const told = becomesPublic(new Date('2027-01-05T09:00:00.000Z'))
  const { items } = await office.imports.problems({ id: importId, after: 0 })
  expect(items.map(({ sentence }) => sentence)).toEqual([`Line 2: Tuesday 5 January 2027: ${told}`])
  expect(await office.imports.get({ id: importId })).toMatchObject({ state: 'done', finished: 2, bad: 1 })
})

test.each(['joins a class', 'is a further line of a new one'])(
  'a date that %s is skipped if its day was closed since the check',
  async how => {
    const type = `Waltz that ${how}`
    const { venueId } = await makeOffering(app, {
      typeName: type,
      venue: 'Waltz Hall',
      ageGroup: '3–4 years',
    })
    const term = { name: `Term of ${type}`, startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
    const { id: termId } = await office.terms.save({ ...term, keepDates: false })
    const headings = 'type,venue,age,name,term,date,start,end,places,price'
    const at = (time: string, day: string) =>
      `${type},Waltz Hall,3–4 years,${type} ${time},${term.name},${day}/01/2027,${time},12:00,12,8.50`
    const first = [at('08:59', '05')]
    if (how === 'joins a class') {
      const { id } = await check(file(headings, ...first), 'classes')
      await office.imports.run({ id })
      await importLines(app.services, { importId: id })
      first.pop()
    }
    // A batch has ten classes; the one with the closed date comes next.
    const times = Array.from({ length: 10 }, (_, minute) => at(`10:0${minute}`, '05'))
    const { id } = await check(file(headings, ...times, ...first, at('08:59', '12')), 'classes')
    await app.database.runScript(`create function closes() returns trigger language plpgsql as $$ begin
    insert into closures (term_id, venue_id, name, start_date, end_date)
    values (${termId}, ${venueId}, 'Painting', '2027-01-12', '2027-01-12'); return null; end $$;
    create trigger closes after insert on import_rows execute function closes()`)
    await office.imports.run({ id })
    await expect(importLines(app.services, { importId: id })).rejects.toThrow(inClosure('Painting'))
    await app.database.runScript('drop trigger closes on import_rows; drop function closes()')
    await importLines(app.services, { importId: id })
    expect(await office.imports.get({ id })).toMatchObject({
      state: 'done',
      finished: 10 + first.length,
      bad: 1,
    })
    expect(await rowsOf(app.db, 'sessions', { name: `${type} 08:59` })).toHaveLength(1)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  },
)

test('a date imported after its term was scheduled is checked against the scheduled time', async () => {
  await makeOffering(app, { typeName: 'Jive', venue: 'Jive Hall', ageGroup: '3–4 years' })
  const term = { name: 'Jive term', startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  await office.terms.save({ ...term, keepDates: false })
  const at = (time: string) =>
    `Jive,Jive Hall,3–4 years,Jive ${time},Jive term,05/01/2027,${time},12:00,12,8.50`
  // A batch has ten classes; the first class of the next batch begins before the publication time.
  const times = [...Array.from({ length: 10 }, (_, minute) => `10:0${minute}`), '08:59']
  const { id } = await check(
    file('type,venue,age,name,term,date,start,end,places,price', ...times.map(at)),
    'classes',
  )
  await app.database.runScript(`create function opens() returns trigger language plpgsql as $$ begin
    update terms set publish_at = '2027-01-05 09:00+00' where name = 'Jive term'; return new; end $$;
    create trigger opens after insert on import_rows for each row execute function opens()`)
  await office.imports.run({ id })
  const told = becomesPublic(new Date('2027-01-05T09:00:00.000Z'))
  await expect(importLines(app.services, { importId: id })).rejects.toThrow(told)
  await app.database.runScript('drop trigger opens on import_rows; drop function opens()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 10, bad: 1 })
  expect((await office.imports.problems({ id, after: 0 })).items).toMatchObject([
    { sentence: `Line 12: Tuesday 5 January 2027: ${told}` },
  ])
})

test.each([
  ['sold by packs alone', 'is_pack_only = true'],
  ['put into another term', 'term_id = null'],
  ['moved to another venue', "venue_id = (select max(id) from venues where name <> 'Jive Hall')"],
])('a class that was %s since validation gets no date from its lines', async (how, change) => {
  const [type, headings] = [`Reel ${how}`, 'type,venue,age,name,term,date,start,end,places,price,credits']
  await makeOffering(app, { typeName: type, venue: 'Jive Hall', ageGroup: '3–4 years' })
  const term = { name: `Term of ${type}`, startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  await office.terms.save({ ...term, keepDates: false })
  const at = (time: string, day = '05') =>
    `${type},Jive Hall,3–4 years,${type} ${time},${term.name},${day}/01/2027,${time},12:00,12,8.50,0`
  const { id: first } = await check(file(headings, at('08:59')), 'classes')
  await office.imports.run({ id: first })
  await importLines(app.services, { importId: first })
  // A batch has ten classes; the existing class comes next.
  const times = Array.from({ length: 10 }, (_, minute) => `10:0${minute}`)
  const { id } = await check(file(headings, ...times.map(time => at(time)), at('08:59', '12')), 'classes')
  await app.database.runScript(`create function changes() returns trigger language plpgsql as $$ begin
    update offerings set ${change} where name = '${type} 08:59'; return new; end $$;
    create trigger changes after insert on import_rows for each row execute function changes()`)
  await office.imports.run({ id })
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('was changed meanwhile')
  await app.database.runScript('drop trigger changes on import_rows; drop function changes()')
  await importLines(app.services, { importId: id })
  // If the class had been like this from the start, these lines would be a separate class.
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 11, bad: 0 })
  const dates = await rowsOf(app.db, 'sessions', { name: `${type} 08:59` })
  expect(new Set(dates.map(({ offering_id }) => offering_id)).size).toBe(dates.length)
})

describe('existing dates', () => {
  const headings = 'type,venue,age,name,weekday,start,end,first_day,last_day,room,teacher_email,places,price'
  const readDates = (name: string) => rowsOf(app.db, 'sessions', { name })
  /** Imports a class of three Mondays, publishes the first, and returns the file's headings. */
  async function imported(name: string) {
    const at = await makeOffering(app, { typeName: name, venue: 'Song Hall', ageGroup: '2–3 years' })
    const roomId = await makeRoom(app.db, at.venueId, name)
    const teacher = await makeStaff(app, { role: 'teacher' })
    const line = (cells: { days?: string; end?: string; room?: string; by?: string; sold?: string }) =>
      file(
        headings,
        [`${name},Song Hall,2–3 years`, name, 'Mon,10:00', cells.end ?? '10:45', cells.days]
          .concat([cells.room ?? '', cells.by ?? '', cells.sold ?? '12,8.50'])
          .join(','),
      )
    const first = '04/01/2027,18/01/2027'
    await take(line({ days: first }), 'classes')
    const dates = await readDates(name)
    await office.planner.publish({ sessions: await asRead(app.db, [dates[0]?.id ?? 0]), at: null })
    return { name, first, line, dates, roomId, teacher }
  }

  test('nothing is created twice: existing dates are counted, new ones join their class', async () => {
    const { name, line, dates } = await imported('Song joined')
    const before = await inAll()
    const later = await take(line({ days: '11/01/2027,01/02/2027' }), 'classes')
    expect(later).toMatchObject({ sentences: [], run: { state: 'done', finished: 1, kept: 0 } })
    expect(later.run.promised).toEqual({
      makes: things({ dates: 2 }),
      joins: things({ classes: 1, dates: 2 }),
      there: things({ dates: 2 }),
    })
    expect(await madeSince(before)).toEqual(later.run.promised?.makes)
    const again = await take(line({ days: '04/01/2027,01/02/2027' }), 'classes')
    expect(again).toMatchObject({ sentences: [], run: { finished: 1, kept: 1 } })
    expect(again.run.promised).toMatchObject({ makes: things({}), there: things({ dates: 5 }) })
    const all = await readDates(name)
    expect(all.map(({ start_date }) => start_date.slice(5))).toEqual([
      ...['01-04', '01-11', '01-18', '01-25', '02-01'],
    ])
    expect(new Set(all.map(({ offering_id, slot_id }) => `${offering_id} ${slot_id}`)).size).toBe(1)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    // From the existing class Undo removes only what the import added.
    await office.imports.undo({ id: later.id })
    expect((await readDates(name)).map(({ id }) => id)).toEqual(dates.map(({ id }) => id))
  })

  test('a date at another price becomes a class of its own, even within one file', async () => {
    const { name, line } = await imported('Song apart')
    const before = await inAll()
    const { run } = await take(line({ days: '25/01/2027,25/01/2027', sold: '12,9.00' }), 'classes')
    expect(run.promised).toEqual({
      makes: things({ classes: 1, dates: 1 }),
      joins: things({}),
      there: things({}),
    })
    expect(await madeSince(before)).toEqual(run.promised?.makes)
    const offerings = (await readDates(name)).map(({ offering_id }) => offering_id)
    expect(new Set(offerings).size).toBe(2)
  })

  test('a new date without credits is a bad line if the class became pack-only', async () => {
    const { name, line, first } = await imported('Song packed')
    const [date] = await readDates(name)
    await changeRows(app.db, 'offerings', { id: date?.offering_id ?? 0 }, { is_pack_only: true })
    const free = line({ days: '18/01/2027,25/01/2027' }).replace('price', 'price,credits')
    const { sentences } = await check(free.replace('8.50', '8.50,0'), 'classes')
    expect(sentences).toEqual([
      'Line 2: the existing class is for families with a pack only, at 1 credit or more',
    ])
    const there = line({ days: first }).replace('price', 'price,credits')
    expect((await check(there.replace('8.50', '8.50,0'), 'classes')).sentences).toEqual([])
  })

  test('Undo of an overwrite leaves a date at 1 credit, not 0, if its class became pack-only', async () => {
    const { name, line, dates, first } = await imported('Song repacked')
    await changeRows(app.db, 'sessions', { name }, { credits: 0 })
    const paid = line({ days: first }).replace('price', 'price,credits').replace('8.50', '9.00,1')
    const { id } = await take(paid, 'classes', 'overwrite')
    await changeRows(app.db, 'offerings', { id: dates[0]?.offering_id ?? 0 }, { is_pack_only: true })
    await office.imports.undo({ id })
    expect((await readDates(name)).map(row => [row.price_pence, row.credits])).toEqual(
      dates.map(() => [850, 1]),
    )
  })

  test('an import fills in a missing room and teachers, and keeps existing ones', async () => {
    const { name, line, dates, first, roomId, teacher } = await imported('Song filled')
    const [taught] = dates
    await office.planner.saveSessions({
      sessions: await asRead(app.db, [taught?.id ?? 0]),
      changes: { addTeachers: [uploader.staffId] },
      ...{ tell: false, reason: '' },
    })
    const by = teacher.email
    const cells = { days: first, room: name, by, sold: '14,9.00' }
    const { id, run } = await take(line(cells), 'classes', 'fillEmpty')
    expect(run).toMatchObject({ finished: 1, kept: 0, bad: 0 })
    expect(await readDates(name)).toMatchObject(
      dates.map(() => ({ room_id: roomId, capacity: 12, price_pence: 850 })),
    )
    const teaching = async () =>
      Promise.all(
        dates.map(async ({ id }) =>
          (await rowsOf(app.db, 'session_teachers', { session_id: id })).map(({ staff_id }) => staff_id),
        ),
      )
    expect(await teaching()).toEqual([[uploader.staffId], [teacher.staffId], [teacher.staffId]])
    await office.imports.undo({ id })
    expect(await readDates(name)).toMatchObject(dates.map(() => ({ room_id: null })))
    expect(await teaching()).toEqual([[uploader.staffId], [], []])
  })

  test.each([
    ['without a column for credits', (text: string) => text, 2],
    [
      'with an empty cell',
      (text: string) => text.replace('price', 'price,credits').replace('9.00', '9.00,'),
      2,
    ],
    ['with 0', (text: string) => text.replace('price', 'price,credits').replace('9.00', '9.00,0'), 0],
  ])(
    'a file %s keeps the credits of the dates it changes, unless it names them',
    async (how, as, credits) => {
      const { name, line, dates, first } = await imported(`Song ${how}`)
      await changeRows(app.db, 'sessions', { name }, { credits: 2 })
      const content = as(line({ days: first, sold: '12,9.00' }))
      const { run } = await take(content, 'classes', 'overwrite')
      expect(run).toMatchObject({ finished: 1, kept: 0, bad: 0 })
      expect((await readDates(name)).map(row => [row.price_pence, row.credits])).toEqual(
        dates.map(() => [900, credits]),
      )
    },
  )

  test('overwriting follows the planner’s rules: places above bookings, no silent move', async () => {
    const { name, line, dates, first } = await imported('Song over')
    const [booked] = dates
    const session = { id: booked?.id ?? 0, kind: 'class' as const, offeringId: booked?.offering_id ?? 0 }
    const family = await makeFamily(app)
    await family.api.orders.class.place(bookingRequest(family, session))
    const bad = (cells: object) => check(line({ days: first, ...cells }), 'classes', 'overwrite')
    expect((await bad({ sold: '0,9.00' })).sentences).toEqual([
      'Line 2: Monday 4 January 2027: 1 place is taken or kept. The least is 1. Move or cancel places first',
    ])
    expect((await bad({ end: '11:00' })).sentences).toEqual([
      'Line 2: Monday 4 January 2027: Families have booked this date. Change its end in the planner, where they are told',
    ])
    const { id, run } = await take(line({ days: first, sold: '14,9.00' }), 'classes', 'overwrite')
    expect(run).toMatchObject({ finished: 1, kept: 0, bad: 0 })
    expect(await readDates(name)).toMatchObject(
      dates.map(() => ({ capacity: 14, price_pence: 900, credits: 0 })),
    )
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    expect((await office.planner.history({ id: session.id })).items[0]).toMatchObject({
      ...{ action: 'session.save', fields: ['capacity', 'pricePence'], reason: `Import ${id}` },
    })
    await changeRows(app.db, 'sessions', { id: dates[2]?.id ?? 0 }, { price_pence: 1_000 })
    await office.imports.undo({ id })
    expect((await readDates(name)).map(row => [row.capacity, row.price_pence])).toEqual([
      [12, 850],
      [12, 850],
      [12, 1_000],
    ])
  })
})

test('a pack-only class cannot be free, and far too few credits give a warning', async () => {
  await writeRow(app.db, 'class_packs', {
    ...{ name: 'Ten classes', credits: 10, price_pence: 7_500 },
  })
  await makeOffering(app, { typeName: 'Camp', venue: 'Camp Hall', ageGroup: '9–10 years' })
  const { run } = await take(
    file(
      'type,venue,age,name,date,start,end,places,price,credits',
      'Camp,Camp Hall,9–10 years,Empty,05/01/2027,10:00,16:00,12,75.00,',
      'Camp,Camp Hall,9–10 years,One,06/01/2027,10:00,16:00,12,75.00,1',
      'Camp,Camp Hall,9–10 years,Ten,07/01/2027,10:00,16:00,12,75.00,10',
    ),
    'classes',
  )
  expect(run).toMatchObject({ state: 'done', finished: 3 })
  expect(run.warnings.map(({ sentence }) => sentence)).toEqual([
    'Line 3: The price is £75.00, and 1 credit costs £7.50 in Ten classes. 10 credits would be £75.00',
  ])
  const dates = await rowsOf(app.db, 'sessions', { price_pence: 7_500 })
  expect(dates.map(({ name, credits }) => [name, credits])).toEqual([
    ['Empty', 0],
    ['One', 1],
    ['Ten', 10],
  ])
})
