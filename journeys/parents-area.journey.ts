import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf, weekdayOf } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { dayRange, slashedDate, timeRange } from '#web/ui/british-dates.ts'
import { pounds } from './booking-dialog.ts'
import { addressOf, changeAnswers, nextCall } from './calls-of-page.ts'
import { expect, test, visit } from './site-test.ts'
import { findSession, type Session, sessionCard } from './timetable.ts'
import { today } from './today.ts'

const parentSession = 'parentSession' as const
const calls = contract.offerings[parentSession]
const optionsOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('option')
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
/** Matches a picture of the business, wherever pictures are served from. */
const picture = (path: string) => new RegExp(`/media/${path}$`)

// Proves PAR-01 to PAR-04, PAR-23, PAR-27.
test('a visitor explores the parents’ area and reads about a session', async ({ page, visitor }) => {
  const session = await findSession(visitor, ({ placesLeft }) => placesLeft > 0, parentSession)
  const [area, types, ages, venues] = await Promise.all([
    visitor.content.parentSessionSettings(),
    visitor.offerings.parentSession.types(),
    visitor.offerings.parentSession.ageGroups(),
    visitor.offerings.parentSession.venues(),
  ])
  await visit(page, `/home/parent?date=${addDays(session.date, -7)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(area.title)
  await expect(page.locator('.area-welcome')).toContainText(area.text.replace(/<[^>]*>/g, ''))
  const slides = page.getByRole('region', { name: 'Parental Support' }).locator('img')
  await expect(slides).toHaveCount(area.banners.length)
  await expect(slides.first()).toHaveAttribute('src', picture(area.banners[0] ?? 'none'))

  const list = page.getByRole('region', { name: 'Sessions for parents' })
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(names(types))
  await expect(optionsOf(page, 'Age')).toHaveText(['Any age', ...names(ages)])
  await expect(optionsOf(page, 'Venue')).toHaveText(['Any venue', ...names(venues)])
  await expect(optionsOf(page, 'Type of session')).toHaveText(['Any session', ...names(types)])

  const asked = page.waitForRequest(addressOf(calls.timetable))
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByText(/^Showing \d+ sessions?$/)).toBeVisible()
  expect((await asked).method()).toBe('POST')
  const card = sessionCard(page, session)
  await expect(card).toContainText(timeRange(session.startTime, session.endTime))
  await expect(card.locator('.session-colour rect').last()).toHaveAttribute('fill', session.colour)

  const introduced = nextCall(page, calls.introduction)
  await card.getByRole('heading').getByRole('button').click()
  expect(await introduced).toEqual({ id: session.offeringId })
  const details = page.getByRole('dialog', { name: 'Class Details' })
  const about = await visitor.offerings.parentSession.introduction({ id: session.offeringId })
  await expect(details.locator('dl')).toContainText(
    [
      `One-off price${pounds(about.oneOffPricePence)}`,
      `For ages${about.ages}`,
      `Offers Trial?${about.offersTrial ? 'Yes' : 'No'}`,
      `Term Dates${about.termDates}`,
      `Class Capacity${about.capacity}`,
      `Venue${about.venue}`,
      `Classroom${about.classroom}`,
      `Class Date${dayRange(about.startDate, about.endDate, today())}`,
    ].join(''),
  )
  await details.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Book ${session.typeName}` })).toBeVisible()
})

// Proves PAR-02, PAR-05 to PAR-22, ROUTE-24, ROUTE-25.
test('a visitor reads about a kind of session, watches its film, and finds a venue’s timetable', async ({
  page,
  visitor,
}, { project }) => {
  const type = (await visitor.offerings.parentSession.types()).find(
    ({ name }) => name === 'First Aid for Babies',
  )
  const typeId = type?.id ?? 0
  const [details, offerings, site] = await Promise.all([
    visitor.offerings.parentSession.typeDetails({ id: typeId }),
    visitor.offerings.parentSession.ofType({ typeId }),
    visitor.content.siteSettings(),
  ])
  const venues = [...new Set(offerings.map(({ venue }) => venue))]
  expect(venues.length).toBeGreaterThan(1)

  await visit(page, '/home/parent')
  const asked = nextCall(page, calls.typeDetails)
  await page
    .getByRole('region', { name: 'Sessions for parents' })
    .getByRole('link', { name: details.name })
    .click()
  expect(await asked).toEqual({ id: typeId })
  await expect(page).toHaveURL(`/home/parent/detail?id=${typeId}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(details.name)
  await expect(main.locator('img').first()).toHaveAttribute('src', picture(details.bannerImage))
  await expect(main).toContainText('Babes in arms are welcome')
  await expect(main).toContainText(details.introductionHtml.replace(/<[^>]*>/g, ''))

  const film = main.locator('figure video')
  for (const attribute of ['controls', 'autoplay', 'muted', 'playsinline']) {
    await expect(film).toHaveAttribute(attribute, '')
  }
  await film.scrollIntoViewIfNeeded()
  await expect
    .poll(() => film.evaluate(element => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0)
  const [filmBox, textBox] = [
    await film.boundingBox(),
    await main.locator('.rich-text').first().boundingBox(),
  ]
  expect(filmBox?.width).toBe(textBox?.width)

  const side = page.getByRole('complementary', { name: `About ${details.name}` })
  await expect(side).toContainText(`${details.name}Age${details.ages}Term Dates${details.termDates}`)
  const pack = side.getByRole('link', { name: /^Class packs/ })
  await expect(pack).toHaveAttribute('href', '/home/classPack')
  await expect(pack.locator('img')).toHaveAttribute('src', picture(site.packImage))

  const venuesAsked = nextCall(page, calls.ofType)
  // Adds a second offering at a venue that is listed already.
  await changeAnswers(page, calls.ofType, listed => [
    ...listed,
    ...listed.slice(0, 1).map(one => ({ ...one, id: 999_999 })),
  ])
  await side.getByRole('button', { name: 'Book Now' }).click()
  expect(await venuesAsked).toEqual({ typeId })
  const popup = page.getByRole('dialog', { name: 'Classes' })
  await expect(popup.getByRole('link')).toHaveCount(venues.length)
  const [here, there] = offerings.filter(
    ({ venueId }, index) => offerings.findIndex(other => other.venueId === venueId) === index,
  )
  await expect(popup.getByRole('link', { name: here?.venue })).toContainText(details.name)
  await popup.getByRole('link', { name: here?.venue }).click()
  await expect(page).toHaveURL(
    `/home/parent/selectCourse?course_type_id=${typeId}&course_shop_id=${here?.venueId}&big_course=${here?.id}`,
  )

  await expect(main.locator('img').first()).toHaveAttribute('src', picture(details.bannerImage))
  await expect(optionsOf(page, 'Age').first()).toHaveText('for any age')
  await expect(optionsOf(page, 'AM/PM')).toHaveText(['Any time', 'AM', 'PM'])
  await expect(optionsOf(page, 'Day')).toHaveText([
    'Any day',
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
  const monday = mondayOf(today())
  const week = page.getByRole('group', { name: 'Week' })
  const shows = (from: string) =>
    expect(week).toContainText(`${slashedDate(from)} – ${slashedDate(addDays(from, 6))}`)
  await shows(monday)
  await week.getByRole('button', { name: 'Last week' }).click()
  await shows(addDays(monday, -7))
  await week.getByRole('button', { name: 'Next week' }).click()
  await week.getByRole('button', { name: 'Next week' }).click()
  await shows(addDays(monday, 7))

  const coming = await findSession(
    visitor,
    session => session.typeId === typeId && session.venueId === here?.venueId,
    parentSession,
  )
  const address = new URL(page.url())
  address.searchParams.set('date', coming.date)
  await visit(page, address.href)
  await expect(sessionCard(page, coming)).toContainText(timeRange(coming.startTime, coming.endTime))
  if (project.name === 'desk') {
    const days = page.locator('.week').getByRole('region')
    // Days that have passed are left out of the present week.
    const start = mondayOf(coming.date)
    const shown = Array.from({ length: 7 }, (_, day) => addDays(start, day)).filter(date => date >= today())
    await expect(days).toHaveText(shown.map(date => new RegExp(`^${weekdayOf(date)}`)))
    const tops = await days.evaluateAll(columns => columns.map(column => column.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  }

  await page.getByRole('button', { name: 'Click HERE to learn the timetables of other venues' }).click()
  await popup.getByRole('link', { name: there?.venue }).click()
  await expect(page).toHaveURL(new RegExp(`course_shop_id=${there?.venueId}&big_course=${there?.id}`))
  await expect(page.locator('.choice-head')).toContainText(there?.venue ?? '')
})

test('parts that fail to load say so, and can be tried again @desk', async ({
  page,
  visitor,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 500/, /getCourseIntroduction answered HTTP 500/)
  const session: Session = await findSession(visitor, ({ placesLeft }) => placesLeft > 0, parentSession)
  let isBroken = true
  await page.route(/Parents\/(getCourseIntroduction|getCourseByType)$/, route =>
    isBroken
      ? route.fulfill({ status: 500, json: { code: 0, msg: sentences.unexpected, data: null } })
      : route.continue(),
  )
  await visit(page, `/home/parent?date=${session.date}`)
  await sessionCard(page, session).getByRole('heading').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Class Capacity')
})
