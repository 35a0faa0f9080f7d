import type { Locator, Page } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import { expectAccessible } from './barriers.ts'
import { answerInstead, changeAnswers, refusal, watchCalls } from './calls-of-page.ts'
import { sessionKinds } from './kinds.ts'
import { newPerson } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
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
  const { many, venues: venuesTitle } = kindWords[kind]
  const { timetable, type: typePage, choice } = ofKind[kind]

  // Proves CLS-02, DET-01 to DET-10, EVT-02, EVT-03, EVT-20 to EVT-25, EVT-35, ROUTE-20, ROUTE-22.
  test(`the page of one of the ${many} describes it and lists its venues`, { tag }, async ({
    page,
    site,
    visitor,
  }) => {
    const details = watchCalls(page, contract.offerings[kind].typeDetails)
    const ofType = watchCalls(page, contract.offerings[kind].ofType)
    const types = await visitor.offerings[kind].types()
    const offeringsOf = (typeId: number) => visitor.offerings[kind].ofType({ typeId })
    const all = await Promise.all(types.map(async ({ id }) => ({ id, offerings: await offeringsOf(id) })))
    // The type with the most offerings: at several venues, and at one of them more than once.
    const { id, offerings } = all.toSorted(
      (a, b) => b.offerings.length - a.offerings.length,
    )[0] as (typeof all)[0]
    const venues = [...new Set(offerings.map(({ venue }) => venue))]
    const type = await visitor.offerings[kind].typeDetails({ id })

    await visit(page, timetable())
    const links = await page.getByRole('main').getByRole('link').allTextContents()
    expect(links).toEqual(expect.arrayContaining(types.map(({ name }) => name)))
    if (kind === 'event') {
      const { title, text } = await visitor.content.eventSettings()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(text.replace(/<[^>]+>/g, ''), { exact: true })).toBeVisible()
      const cards = page.getByRole('region', { name: kindWords.event.types }).getByRole('link')
      await expect(cards).toHaveText(types.map(({ name }) => name))
      await expect(page.getByRole('region', { name: 'Timetable' }).getByRole('search')).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: type.name }).first().click()
    await expect(page).toHaveURL(typePage({ typeId: id }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(type.name)
    await expect.poll(() => details).toContainEqual({ id })
    await isPicture(page.locator('.type-banner'))
    const paragraphs = [...type.detailsHtml.matchAll(/<p>([^<]+)<\/p>/g)].map(([, text]) => text as string)
    for (const text of paragraphs) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    const side = page.getByRole('complementary', { name: `About ${type.name}` })
    await expect(side).toContainText(type.name)
    expect(await side.getByRole('definition').allTextContents()).toEqual([type.ages, type.termDates])
    const packs = side.getByRole('link', { name: /^Class packs/ })
    await isPicture(packs.locator('img'))
    await expect(packs).toHaveAttribute('href', '/home/classPack')

    await side.getByRole('button', { name: 'Book Now' }).click()
    const dialog = page.getByRole('dialog', { name: venuesTitle })
    await expect(dialog.getByRole('link')).toHaveCount(venues.length)
    expect(ofType).toContainEqual({ typeId: id })
    expect(await dialog.getByRole('link').locator('strong').allTextContents()).toEqual(venues)
    await dialog.getByRole('link', { name: venues[0] as string }).click()
    const chosen = offerings.find(({ venue }) => venue === venues[0]) as (typeof offerings)[0]
    // When a holiday's last camp has begun, the page opens the week of the next one, which is weeks
    // away.
    const opened = () => page.url().replace(/&date=[\d-]+$/, '')
    const { venueId } = chosen
    await expect.poll(opened).toBe(site + choice({ typeId: id, venueId, offeringId: chosen.id }))
    await page.goBack()
    await expect(page).toHaveURL(typePage({ typeId: id }))

    await answerInstead(page, contract.offerings[kind].ofType, () => refusal('Please log in', 401))
    await visit(page, typePage({ typeId: id }))
    await page.evaluate(() => localStorage.setItem('maypole.token', 'of last year'))
    await page.getByRole('button', { name: 'Book Now' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
  })

  // Proves CLS-42, EVT-26 to EVT-31, EVT-35, ROUTE-21, ROUTE-23, SELC-01 to SELC-07.
  signedInTest(
    `one of the ${many} has a timetable for one venue, with links to its other venues`,
    { tag },
    async ({ page, visitor }) => {
      const calls = watchCalls(page, contract.offerings[kind].timetable)
      const full = (await comingSessions(visitor, kind)).findLast(
        ({ placesLeft, typeId, venueId }, _index, all) =>
          placesLeft === 0 && all.some(other => other.typeId === typeId && other.venueId !== venueId),
      )
      const { date, typeId, venueId } = full as NonNullable<typeof full>
      const others = await visitor.offerings[kind].ofType({ typeId })
      const other = others.find(offering => offering.venueId !== venueId) as (typeof others)[0]
      const weekAt = (venue: number, day = date) => weekOf(visitor, kind, day, { typeId, venueId: venue })

      await visit(page, `${choice({ typeId, venueId })}&date=${date}`)
      const expected = expectedWeek(await weekAt(venueId))
      expect(await shownWeek(page)).toEqual(expected)
      await isPicture(page.locator('.choice-head img'))
      await expect(page.locator('.choice-head')).toContainText((full as NonNullable<typeof full>).venue)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        (full as NonNullable<typeof full>).typeName,
      )

      const filters = await openFilters(page)
      const labels = await filters.getByRole('combobox').evaluateAll(all => all.map(one => one.ariaLabel))
      expect(labels).toEqual(['Age', 'AM/PM', 'Day'])
      await filters.getByLabel('AM/PM').selectOption('pm')
      await expect
        .poll(() => calls.at(-1))
        .toMatchObject({
          typeId,
          venueId,
          startTime: '12:00',
        })
      await filters.getByRole('button', { name: 'Clear' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Next week' }).click()
      await expect.poll(() => shownWeek(page)).toEqual(expectedWeek(await weekAt(venueId, addDays(date, 7))))
      await page.getByRole('button', { name: 'Last week' }).click()
      await expect.poll(() => shownWeek(page)).toEqual(expected)

      // A phone shows one day, and this address opens the day of the full session.
      await visit(page, `${choice({ typeId, venueId })}&date=${date}`)
      const waiting = sessionCard(page, full as NonNullable<typeof full>)
      await waiting.getByRole('button', { name: 'Waiting list' }).click()
      await expect(page.getByRole('dialog', { name: 'Select Child' })).toBeVisible()
      await page.keyboard.press('Escape')
      await waiting.getByText(full?.ages as string).click()
      await expect(page.getByRole('dialog')).toContainText('Class Capacity')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Click HERE to learn the timetables of other venues' }).click()
      await page.getByRole('dialog', { name: venuesTitle }).getByRole('link', { name: other.venue }).click()
      await expect(page).toHaveURL(new RegExp(`course_type_id=${typeId}&course_shop_id=${other.venueId}&`))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect.poll(() => shownWeek(page)).toEqual(expectedWeek(await weekAt(other.venueId)))
      await page.goBack()
      await expect.poll(() => shownWeek(page)).toEqual(expected)

      const tried = await findSession(
        visitor,
        ({ placesLeft, offersTrial }) => placesLeft >= 2 && offersTrial,
        kind,
      )
      await visit(page, `${choice({ typeId: tried.typeId, venueId: tried.venueId })}&date=${tried.date}`)
      for (const [action, title] of [
        ['Book Now', `Book ${tried.typeName}`],
        ['Trial', `Book a trial: ${tried.typeName}`],
      ] as const) {
        await sessionCard(page, tried).getByRole('button', { name: action }).click()
        await expect(page.getByRole('dialog', { name: title })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    },
  )
}

const nextDates = (page: Page) => page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')

test('a class page tells the price, and its next dates open the dialogs, also after a log-in', async ({
  page,
  site,
  visitor,
}, { project }) => {
  const dates = (await comingSessions(visitor, 'class', today())).filter(
    ({ typeName }) => typeName === 'Kitchen Band',
  )
  const at = dates.slice(0, 5).findIndex(date => date.placesLeft > 0 && date.offersTrial)
  const date = dates[at] as Session
  if (project.name === 'desk') await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, ofKind.class.type({ typeId: date.typeId }))
  await expect(page.locator('.type-brief')).toHaveText(/^£8\.00 a class · first visit free · 1 to 5 years$/)
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  const row = nextDates(page).nth(at)
  await expect(row).toContainText(spokenDate(date.date, today()))
  await expect(row).toContainText(date.venue)
  await expect(row).toContainText(`${date.placesLeft} place`)
  await page.getByRole('button', { name: 'Show more dates' }).press('Enter')
  await expect(nextDates(page).nth(5).getByRole('button').first()).toBeFocused()

  const { email, password } = await newPerson(site, 'Robyn', ['Wren'])
  await row.getByRole('button', { name: 'Trial' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('dialog', { name: `Book a trial: ${date.typeName}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: `Book ${date.typeName}` })).toBeVisible()
})

const isPicture = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

test('Book Now of a type that begins in a few weeks shows its first week', async ({ page, visitor }) => {
  const later = addDays(mondayOf(today()), 14)
  await changeAnswers(page, contract.offerings.class.timetable, days =>
    days.map(day => (day.date < later ? { ...day, sessions: [] } : day)),
  )
  const coming = await comingSessions(visitor, 'class', later)
  const first = coming.find(({ placesLeft }) => placesLeft > 0)
  expect(first).toBeDefined()
  if (!first) return
  await visit(page, ofKind.class.timetable({ date: later }))
  await page.getByRole('link', { name: first.typeName }).first().click()
  await expect(nextDates(page).first()).toContainText(spokenDate(coming[0]?.date ?? '', today()))
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('dialog').getByRole('link').filter({ hasText: first.venue }).click()
  await expect(page).toHaveURL(new RegExp(`date=${first.date}`))
  await expect(sessionCard(page, first)).toBeVisible()
})

test('a type without a picture has none on its pages', async ({ page, visitor }) => {
  const session = await findSession(visitor, () => true)
  await changeAnswers(page, contract.offerings.class.typeDetails, type => ({
    ...type,
    image: '',
    bannerImage: '',
  }))
  await visit(page, ofKind.class.timetable({ date: session.date }))
  await page.getByRole('link', { name: session.typeName }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(session.typeName)
  await expect(page.locator('.type-banner')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Timetable' })).toBeVisible()
  await expect(page.locator('.choice-head img')).toHaveCount(0)
})
