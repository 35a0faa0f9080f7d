import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Returns where the headings of a page stand, in the order in which they are read. */
async function headingsOf(page: Page) {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toBeVisible()
  return await headings.evaluateAll(all =>
    all.map(heading => {
      const { x, y } = heading.getBoundingClientRect()
      return { text: heading.textContent, x, y: y + window.scrollY }
    }),
  )
}
type Headings = Awaited<ReturnType<typeof headingsOf>>
const named = (headings: Headings, text: string) =>
  headings.find(heading => heading.text === text) as Headings[number]

test('an order and a family stand in two columns on a desk, in the same order on a phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'frontDesk')
  const { items } = await api.orders.list({ after: '', state: 'paid', kind: 'class' })
  const paid = items.find(({ accountId }) => accountId !== null)
  const pages = [
    {
      to: addresses.order({ number: paid?.number ?? '' }),
      work: ['What was booked or bought', 'What happened'],
      side: ['Money', 'Family', 'Notes'],
    },
    { to: addresses.family({ id: paid?.accountId ?? 0 }), work: ['Next'], side: ['About the family'] },
  ]
  for (const { to, work, side } of pages) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit(page, to)
    await expect(page.getByRole('heading', { name: side[0] as string, exact: true })).toBeVisible()
    const onDesk = await headingsOf(page)
    for (const text of side)
      expect(named(onDesk, text).x).toBeGreaterThan(named(onDesk, work[0] as string).x + 400)
    expect(new Set(work.map(text => named(onDesk, text).x)).size).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    const onPhone = await headingsOf(page)
    expect(onPhone.map(({ text }) => text)).toEqual(onDesk.map(({ text }) => text))
    const heights = onPhone.map(({ y }) => y)
    expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  }
})

test('a date in the planner has its type’s pattern, which the legend names @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const monday = mondayOf(today())
  const dates = await api.planner.week({ from: monday, to: addDays(monday, 6) })
  await visit(page, addresses.planner())
  const legend = page.getByRole('list', { name: 'What colours and patterns mean' })
  const types = [...new Set(dates.map(({ typeName }) => typeName))]
  expect(types.length).toBeGreaterThan(2)
  for (const type of types) {
    const sign = legend.getByRole('listitem').filter({ hasText: type }).locator('.type-sign')
    const pattern = (await sign.first().getAttribute('data-pattern')) as string
    const date = dates.find(({ typeName }) => typeName === type)
    await expect(page.locator(`#date-${date?.id}`)).toHaveAttribute('data-pattern', pattern)
  }
})

test('the lists of types and products show their pictures, and the planner that of the chosen type', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  for (const list of [addresses.types(), addresses.products()]) {
    await visit(page, list)
    const picture = page.locator('.data-open img').first()
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  const pictured = (await api.planner.choices({})).types.find(({ imagePath }) => imagePath)
  await visit(page, `${addresses.planner()}?type=${pictured?.id}`)
  await expect(page.locator('.choice-filter img')).toBeVisible()
})
