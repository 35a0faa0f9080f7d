import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { sentences } from '#domain/sentences.ts'

interface Slot {
  id: number
  date: string
  name: string
  course_type_id: number
  course_type_name: string
  course_shop_id: number
  course_shop_name: string
  start_time: string
  can_num: number
  is_try: number
  is_combo: number
  is_expired: boolean
  price: string
}
interface Day {
  course_list: Slot[]
}

async function ask<T>(request: APIRequestContext, path: string, body: object, token = ''): Promise<T> {
  const answer = await request.post(`/api/${path}`, { data: body, headers: { token } })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
  expect(`${path}: ${code} ${msg}`).toBe(`${path}: 1 `)
  return data
}

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A session of the coming weeks, with places, that costs something. */
async function findSession(
  request: APIRequestContext,
  area: 'Course' | 'Events' | 'Parents',
  fits: (slot: Slot) => boolean = () => true,
): Promise<Slot> {
  const days = await ask<Day[]>(request, `${area}/getCourseList`, {
    start_date: dayAfter(2),
    end_date: dayAfter(32),
  })
  const slots = days.flatMap(day => day.course_list)
  const slot = slots.find(
    ({ is_expired, can_num, price, is_combo, ...rest }) =>
      is_expired &&
      can_num > 3 &&
      Number(price) > 0 &&
      is_combo === 0 &&
      fits({ ...rest, is_expired, can_num, price, is_combo }),
  )
  if (!slot) throw new Error(`${area} has no such session in the coming weeks`)
  return slot
}

/** The card of a session in the timetable of its day. */
const cardOf = (page: Page, slot: Slot) =>
  page
    .locator('.day[data-shown], .day')
    .locator('visible=true')
    .locator('.session')
    .filter({ has: page.locator(`#time-${slot.id}`) })

const guest = { name: 'Gwen Hale', mobile: '07700 900009', email: 'gwen.hale@example.test' }

async function fillGuest(page: Page): Promise<void> {
  await page.getByLabel('Full Name').fill(guest.name)
  await page.getByLabel('Mobile').fill(guest.mobile)
  await page.getByLabel('Email').fill(guest.email)
}

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('a guest books a parents’ session, fails to pay, then pays without an account', async ({
  page,
  request,
}) => {
  const slot = await findSession(request, 'Parents')
  for (const outcome of ['fail', 'pay'] as const) {
    await page.goto(`/home/parent?date=${slot.date}`)
    await cardOf(page, slot).getByRole('button', { name: 'Book Now' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Who is coming?')).toBeAttached()
    await fillGuest(page)
    if (outcome === 'pay') await page.getByLabel('Full Name').fill(`${guest.name} the second`)
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(page.getByText(sentences.confirmOrder)).toBeVisible()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.locator(`button[name="outcome"][value="${outcome}"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      outcome === 'pay' ? 'Thank you for your booking' : /unsuccessful/,
    )
    expect(new URL(page.url()).pathname).toBe(`/home/userInfo/pay${outcome === 'pay' ? 'Success' : 'Fail'}`)
  }
})

test('a guest’s trial asks for a name and a way to reach them', async ({ page, request }) => {
  const slot = await findSession(request, 'Parents', ({ is_try }) => is_try === 1)
  await page.goto(`/home/parent?date=${slot.date}`)
  await cardOf(page, slot).getByRole('button', { name: 'Trial' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Full Name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Trial' }).click()
  await expect(page.getByText(sentences.contactRequired)).toBeVisible()
  await fillGuest(page)
  await dialog.getByRole('button', { name: 'Book Trial' }).click()
  await expect(page).toHaveURL(/paySuccess|\/checkout|\/pay\//)
})

test('an event is booked from its page, through the choice of a venue', async ({ page, request }) => {
  const slot = await findSession(request, 'Events')
  const { token } = await ask<{ token: string }>(request, 'user/login', {
    email: 'second@example.test',
    password: 'Password1',
  })
  await page.addInitScript(value => localStorage.setItem('maypole.token', value), token)
  await page.goto(`/home/event/detail?id=${slot.course_type_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(slot.course_type_name)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('dialog').getByRole('link', { name: slot.course_shop_name }).click()
  await expect(page).toHaveURL(
    new RegExp(
      `/home/event/selectCourse\\?course_type_id=${slot.course_type_id}&course_shop_id=${slot.course_shop_id}&big_course=\\d+`,
    ),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${page.url()}&date=${slot.date}`)
  await cardOf(page, slot).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(page.getByText(sentences.selectChild)).toBeVisible()
  await dialog.getByRole('button', { name: /Who is coming/ }).click()
  await dialog.getByRole('checkbox').locator('visible=true').last().check({ force: true })
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.locator('button[name="outcome"][value="pay"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')
})

test('a visitor goes from a class to its venues and from one venue to another', async ({ page, request }) => {
  const types = await ask<{ id: number }[]>(request, 'Course/getCourseType', {})
  const venuesOf = async (id: number) => {
    const offerings = await ask<{ course_shop_name: string }[]>(request, 'Course/getCourseByType', {
      course_type_id: id,
    })
    return [...new Set(offerings.map(offering => offering.course_shop_name))]
  }
  const all = await Promise.all(types.map(async ({ id }) => ({ id, venues: await venuesOf(id) })))
  const { id, venues } = all.find(type => type.venues.length > 1) ?? { id: 0, venues: [] }
  const [first = '', second = ''] = venues

  await page.goto(`/home/classify/detail?id=${id}`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link')).toHaveCount(venues.length)
  await dialog.getByRole('link', { name: first }).click()
  await expect(page.locator('.choice-head')).toContainText(first)

  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(/date=/)
  const week = new URL(page.url()).searchParams.get('date')
  await page.getByRole('button', { name: 'Click HERE to learn the timetables of other venues' }).click()
  await dialog.getByRole('link', { name: second }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.choice-head')).toContainText(second)
  expect(new URL(page.url()).searchParams.get('date')).toBe(week)
  await expect(page.locator('.session-facts').filter({ hasText: first })).toHaveCount(0)
  await expect(page.getByLabel('Age', { exact: true }).locator('option').first()).toHaveText('for any age')
  await expect(page.getByLabel('Venue')).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('.choice-head')).toContainText(first)
})

const screens: [name: string, addressOf: (slot: Slot) => string, button?: RegExp][] = [
  ['events', () => '/home/event'],
  ['parents’ sessions', slot => `/home/parent?date=${slot.date}`],
  ['a type with its venues', slot => `/home/parent/detail?id=${slot.course_type_id}`, /^Book Now$/],
  [
    'a venue’s timetable with other venues',
    ({ course_type_id, course_shop_id, date }) =>
      `/home/parent/selectCourse?course_type_id=${course_type_id}&course_shop_id=${course_shop_id}&date=${date}`,
    /^Click HERE/,
  ],
  ['a type that is gone', () => '/home/event/detail?id=999999'],
  ['parties with More Info', () => '/home/party', /^More Info about Classic/],
  ['private classes', () => '/home/bespoke'],
]
for (const [name, addressOf, button] of screens) {
  test(`nothing is closed to anybody: ${name}`, async ({ page, request }) => {
    await page.goto(addressOf(await findSession(request, 'Parents')))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
    if (!button) return
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await expect(dialog.locator('a, .rich-text').first()).toBeVisible()
    await expectNoViolations(page)
  })
}
