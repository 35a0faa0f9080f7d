import type { Locator } from '@playwright/test'
import { about, ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { dayRange, longWeekday, spokenDate } from '#web/ui/british-dates.ts'
import { addressOf, changeAnswers, holdBack, watchCalls } from './calls-of-page.ts'
import { sessionKinds } from './kinds.ts'
import { expect, test, visit } from './site-test.ts'
import {
  comingSessions,
  expectedWeek,
  findSession,
  openFilters,
  type Session,
  sessionCard,
  shownWeek,
  weekOf,
} from './timetable.ts'
import { today } from './today.ts'

for (const { kind, tag } of sessionKinds) {
  const { many, one } = kindWords[kind]
  const { timetable } = ofKind[kind]

  // Proves CLS-01, CLS-23 to CLS-35, EVT-07, EVT-31 to EVT-34, EVT-57.
  test(`the week of ${many} shows each session under its day, with its buttons once`, async ({
    page,
    visitor,
  }) => {
    const day = (await comingSessions(visitor, kind)).findLast(isFull)?.date as string
    await visit(page, timetable({ date: day }))
    const expected = expectedWeek(await weekOf(visitor, kind, day))
    expect(expected.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    expect(await shownWeek(page)).toEqual(expected)
    const sets = new Set(
      expected.flatMap(({ sessions }) =>
        sessions.map(({ actions }) => actions.join().replace(/ · [^,]*/, '')),
      ),
    )
    expect(sets).toEqual(new Set(['waiting list', 'Book Now', 'Trial,Book Now']))

    const isPhone = page.viewportSize()?.width === 390
    await expect(page.getByRole('region', { name: /^\w{3,9} \d/ })).toHaveCount(isPhone ? 1 : 7)
    await expect(page.locator('.session').filter({ visible: true }).first()).toContainText(
      /^\d\d:\d\d–\d\d:\d\d/,
    )
  })

  // Proves CLS-03 to CLS-17, EVT-04 to EVT-06.
  test(`${many} are filtered by age, half of the day, venue, type and day, alone and together`, {
    tag,
  }, async ({ page, visitor }) => {
    const calls = watchCalls(page, contract.offerings[kind].timetable)
    const day = (await comingSessions(visitor, kind)).findLast(isFull)?.date as string
    const week = (await weekOf(visitor, kind, day)).flatMap(({ sessions }) => sessions)
    const sample = week.find(session => tellsFiltersApart(session, week)) as Session
    const lookups = visitor.offerings[kind]
    await visit(page, timetable({ date: day }))
    const filters = await openFilters(page)
    await expect(filters).toHaveAccessibleName(`Filter the ${many}`)
    const select = (label: string) => filters.getByLabel(label, { exact: true })
    const shows = (passes: (session: Session) => boolean) =>
      expect
        .poll(() => page.locator('.session-what').evaluateAll(cards => cards.map(({ id }) => id)))
        .toEqual(week.filter(passes).map(({ id }) => `session-${id}`))
    await shows(() => true)

    const typeLabel = `Type of ${one}`
    const options: [label: string, offered: string[]][] = [
      ['Age', ['Any age', ...(await lookups.ageGroups()).map(({ name }) => name)]],
      ['AM/PM', ['Any time', 'AM', 'PM']],
      ['Venue', ['Any venue', ...(await lookups.venues()).map(({ name }) => name)]],
      [typeLabel, [`Any ${one}`, ...(await lookups.types()).map(({ name }) => name)]],
      ['Day', ['Any day', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
    ]
    for (const [label, offered] of options) {
      expect(await select(label).locator('option').allTextContents()).toEqual(offered)
    }

    const isMorning = sample.startTime < '12:00'
    const choices: [label: string, value: string, passes: (session: Session) => boolean, sent: object][] = [
      ['Age', sample.ages, ({ ages }) => ages === sample.ages, { ageGroupId: sample.ageGroupId }],
      ['AM/PM', 'AM', ({ startTime }) => startTime < '12:00', { startTime: '00:00', endTime: '12:00' }],
      ['AM/PM', 'PM', ({ startTime }) => startTime >= '12:00', { startTime: '12:00', endTime: '24:00' }],
      ['Venue', sample.venue, ({ venue }) => venue === sample.venue, { venueId: sample.venueId }],
      [typeLabel, sample.typeName, ({ typeName }) => typeName === sample.typeName, { typeId: sample.typeId }],
      ['Day', longWeekday(sample.date), ({ date }) => date === sample.date, { date: sample.date }],
    ]
    const monday = mondayOf(day)
    const nothingChosen = { startDate: monday, endDate: addDays(monday, 6) }
    for (const [label, value, passes, sent] of choices) {
      await select(label).selectOption({ label: value })
      await shows(passes)
      await expect.poll(() => calls).toContainEqual({ ...nothingChosen, ...sent })
      await select(label).selectOption('')
      await shows(() => true)
    }

    const together = choices.filter(([, value]) => value !== (isMorning ? 'PM' : 'AM'))
    for (const [label, value] of together) await select(label).selectOption({ label: value })
    await shows(session => together.every(([, , passes]) => passes(session)))
    await filters.getByRole('button', { name: 'Clear' }).click()
    await shows(() => true)
  })

  // Proves CLS-18 to CLS-22, EVT-57.
  test(`the weeks of ${many} change by seven days, and the chosen weekday stays`, { tag }, async ({
    page,
    visitor,
  }) => {
    const calls = watchCalls(page, contract.offerings[kind].timetable)
    const { date } = await findSession(visitor, () => true, kind)
    const monday = mondayOf(date)
    await visit(page, timetable({ date }))
    const day = page.getByLabel('Day', { exact: true })
    await openFilters(page)
    await day.selectOption({ label: 'Thursday' })
    await page.keyboard.press('Escape')
    const week = page.getByRole('group', { name: 'Week' })
    const shows = async (start: string) => {
      const end = addDays(start, 6)
      await expect(week).toContainText(dayRange(start, end, today()))
      await expect(day).toHaveValue('Thu')
      await expect
        .poll(() => calls)
        .toContainEqual(expect.objectContaining({ startDate: start, endDate: end, date: addDays(start, 3) }))
      await expect(page).toHaveURL(new RegExp(`date=${addDays(start, 3)}.*day=Thu`))
    }
    await shows(monday)
    await week.getByRole('button', { name: 'Next week' }).click()
    await shows(addDays(monday, 7))
    await week.getByRole('button', { name: 'Last week' }).click()
    await week.getByRole('button', { name: 'Last week' }).click()
    await shows(addDays(monday, -7))
  })
}

test('the count of classes is empty while other filters load', async ({ page, visitor }) => {
  const { date, typeId } = await findSession(visitor, () => true)
  await visit(page, `${ofKind.class.timetable({ date })}&type=${typeId}`)
  const count = page.locator('.timetable-bar').getByRole('status')
  await expect(count).toHaveText(/^Showing \d/)
  const letThrough = await holdBack(page, addressOf(contract.offerings.class.timetable))
  await (await openFilters(page)).getByLabel('Type of class', { exact: true }).selectOption('')
  await expect(page).not.toHaveURL(/type=/)
  await expect(count).toHaveText('')
  letThrough()
  await expect(count).toHaveText(/^Showing \d/)
})

test('a week rendered before midnight marks the new day after hydration @desk', async ({ page }) => {
  const tomorrow = addDays(today(), 1)
  await page.clock.setFixedTime(`${tomorrow}T01:00:00`)
  await visit(page, ofKind.class.timetable({ date: tomorrow }))
  const marked = page.locator('.day, .day-link').filter({ hasText: 'Today' })
  await expect(marked).toHaveCount(1)
  await expect(marked.locator('time')).toHaveAttribute('datetime', tomorrow)
})

const comingMonday = () => addDays(mondayOf(today()), 7)

test('a phone shows three classes at once, the number of chosen filters, and a day with results', {
  tag: '@phone',
}, async ({ page, visitor }) => {
  await visit(page, ofKind.class.timetable({ date: comingMonday() }))
  const bar = (await page.getByRole('navigation', { name: 'Your account' }).boundingBox())?.y ?? 0
  const cards = await page.locator('.day[data-shown] .session').all()
  const ends = await Promise.all(
    cards.slice(0, 3).map(async card => {
      const box = await card.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }),
  )
  expect(Math.max(...ends)).toBeLessThanOrEqual(bar)

  const strip = page.getByRole('navigation', { name: 'Days of the week' })
  const arrow = page.getByRole('button', { name: 'Next week' })
  const middleOf = async (place: Locator) => {
    const { y = 0, height = 0 } = (await place.boundingBox()) ?? {}
    return y + height / 2
  }
  for (const [width, standsBeside] of [
    [360, false],
    [390, false],
    [396, true],
    [414, true],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    for (const target of [arrow, ...(await strip.getByRole('link').all())]) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `at ${width}`).toBeGreaterThanOrEqual(44)
    }
    const isBeside = Math.abs((await middleOf(arrow)) - (await middleOf(strip))) < 10
    expect(isBeside, `at ${width}`).toBe(standsBeside)
  }
  // Between phone and desk widths the arrows keep their words and cover no day.
  for (const width of [640, 768, 1000]) {
    await page.setViewportSize({ width, height: 844 })
    const overlaps = await page.locator('.day-link, .week-navigator > .button').evaluateAll(all => {
      const boxes = all.map(one => one.getBoundingClientRect())
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            other =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          ),
      ).length
    })
    expect(overlaps, `at ${width}`).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const rare = await findSession(
    visitor,
    ({ typeName, date }) => typeName === 'Paint Pot' && date > comingMonday(),
  )
  const asked = `${ofKind.class.timetable({ date: mondayOf(rare.date) })}&type=${rare.typeId}&venue=${rare.venueId}&age=${rare.ageGroupId}`
  await visit(page, asked)
  await expect(page.getByRole('button', { name: 'Filters 3 chosen' })).toBeInViewport()
  await expect(sessionCard(page, rare)).toBeVisible()
  await expect(strip.locator('[aria-current=date]')).toContainText(String(Number(rare.date.slice(8))))
  await expect(page.getByText('Nothing matches')).toHaveCount(0)
  await page.mouse.wheel(0, 400)
  await expect(page.getByRole('button', { name: 'Filters 3 chosen' })).toBeInViewport()
})

test('a card with two badges keeps its time on one line on the narrowest phone', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await changeAnswers(page, contract.offerings.class.timetable, week =>
    week.map(day => ({
      ...day,
      sessions: day.sessions.map(session => ({ ...session, isPackOnly: true, placesLeft: 1 })),
    })),
  )
  await visit(page, ofKind.class.timetable({ date: addDays(comingMonday(), -7) }))
  await page.getByRole('button', { name: 'Next week' }).click()
  const cards = page.locator('.day[data-shown] .session')
  await expect(cards.first().getByRole('list', { name: 'Good to know' }).getByRole('listitem')).toHaveText([
    '1 place left',
    'Class pack only',
  ])
  const linesOfTime = await cards.locator('.session-time').evaluateAll(times =>
    times.map(time => {
      const range = document.createRange()
      range.selectNodeContents(time)
      return range.getClientRects().length
    }),
  )
  expect(new Set(linesOfTime)).toEqual(new Set([1]))
})

test('on a phone a day with few classes links to the next class of its week', { tag: '@phone' }, async ({
  page,
}) => {
  // One class on Wednesday and one on Saturday; the next week has more.
  await changeAnswers(page, contract.offerings.class.timetable, days =>
    days.map((day, index) => ({ ...day, sessions: [2, 5].includes(index) ? day.sessions.slice(0, 1) : [] })),
  )
  await visit(page, ofKind.class.timetable({ date: addDays(comingMonday(), -7) }))
  await page.getByRole('button', { name: 'Next week' }).click()
  const next = page.getByRole('link', { name: /^Next: / })
  const day = page.locator('.day[data-shown]')
  // Waits for the new week: until it is shown, its days are the old ones.
  const wednesday = Number(addDays(comingMonday(), 2).slice(8))
  await page
    .locator('.day-strip')
    .getByRole('link', { name: new RegExp(`^Wed ${wednesday} `) })
    .click()
  await expect(day.getByRole('heading', { level: 2 })).toContainText(`Wednesday ${wednesday} `)
  await expect(next).toHaveText(new RegExp(`^Next: ${spokenDate(addDays(comingMonday(), 5), today())}`))
  await next.click()
  await expect(day.getByRole('heading', { level: 2 })).toContainText('Saturday')
  // On Saturday it links to the next week.
  await expect(next).toHaveText(/, \d\d:\d\d/)
})

test('past days collapse into a narrow column, and keep their buttons', { tag: '@desk' }, async ({
  page,
}) => {
  const saturday = addDays(comingMonday(), 5)
  await page.clock.setFixedTime(`${saturday}T07:00:00Z`)
  await visit(page, about())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classes' }).click()
  const days = page.getByRole('region', { name: /^\w{3} \d/ })
  await expect(days).toHaveCount(2)
  await page.getByRole('button', { name: '5 days over · show' }).click()
  await expect(days).toHaveCount(7)
  await expect(
    days
      .first()
      .getByRole('button', { name: /Book Now|waiting list/ })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: '5 days over · hide' }).click()
  await expect(days).toHaveCount(2)
})

const isFull = ({ placesLeft }: Session) => placesLeft === 0

/** Whether each filter, set to this session's value, excludes some sessions. */
function tellsFiltersApart(sample: Session, week: Session[]): boolean {
  const halfOf = ({ startTime }: Session) => startTime < '12:00'
  const facts = ['ages', 'venue', 'typeName', 'date'] as const
  return (
    week.some(other => halfOf(other) !== halfOf(sample)) &&
    facts.every(fact => week.some(other => other[fact] !== sample[fact]))
  )
}

// Proves CLS-46.
test('the business’s text about its classes is below the timetable', async ({ page, visitor }) => {
  const { title, banners } = await visitor.content.classSettings()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await visit(page, ofKind.class.timetable())
  await page.waitForLoadState('networkidle')
  expect(asked.filter(address => /class-words/.test(address))).toEqual([])
  await page.mouse.wheel(0, 200)
  const words = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(words).toContainText('Choose a week')
  await expect(words.locator('img')).toHaveCount(banners.length)
})

test('a timetable without a date opens on the next day with a class', { tag: '@phone' }, async ({
  page,
  visitor,
}) => {
  const thisWeek = await weekOf(visitor, 'event', today())
  const isOnNow = (typeId: number) =>
    thisWeek.some(({ sessions }) => sessions.some(one => one.typeId === typeId && one.isBookable))
  const later = (await comingSessions(visitor, 'event')).find(
    ({ typeId, placesLeft }) => placesLeft > 0 && !isOnNow(typeId),
  )
  if (!later) throw new Error('the demo business has a type of event that is not on in this week')
  await visit(page, ofKind.event.choice({ typeId: later.typeId }))
  await expect(page.getByRole('main')).toContainText(
    `Nothing is on before ${spokenDate(later.date, today())}, so here is that week.`,
  )
  await expect(sessionCard(page, later)).toBeVisible()
})
