import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { fullMoment } from '#web/ui/british-dates.ts'
import { answerTo, givePagesOf, listenToCalls } from './calls-of-page.ts'
import { demoTest, expect, signedInTest, visit } from './site-test.ts'

interface Entry {
  placedAt: string
  amount: number
  memo: string
  order: { name: string } | null
}

/** Checks that each row of the table says when, how much and why, cell by cell. */
async function expectRows(page: Page, entries: Entry[]): Promise<void> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(entries.length)
  for (const [index, { placedAt, amount, memo, order }] of entries.entries()) {
    const cells = rows.nth(index).getByRole('cell')
    const signed = amount < 0 ? `−${-amount}` : `+${amount}`
    // The name of the purchase, then the reason. For a pack both are the same.
    const what = order && order.name !== memo ? `${order.name}${memo}` : memo
    await expect(cells).toHaveText([fullMoment(placedAt), signed, what])
  }
}

const asEntry = (entry: Omit<Entry, 'amount'> & { credits: number }) => ({
  ...entry,
  amount: entry.credits,
})

// Proves CRED-01 to CRED-07.
demoTest(
  'class credits are listed with date, number and reason, rendered on the server',
  async ({ page }) => {
    const calls = listenToCalls(page)
    const { creditEntries } = contract.credits
    const shown = (act: () => Promise<unknown>) => answerTo(page, creditEntries, act)
    const first = await shown(() => visit(page, '/home/userInfo/package'))
    await calls.expectCall(contract.credits.creditEntries, { page: 1 })
    await expectRows(page, first.items.map(asEntry))
    const rules = page.getByRole('heading', { name: 'How class packs work' })
    await expect(rules.locator('xpath=following-sibling::ol').getByRole('listitem').first()).toBeVisible()
    await page.getByRole('button', { name: 'How long they last' }).click()
    await expect(page.getByRole('region', { name: 'Rules of class packs' })).toBeFocused()
    await expect(page.getByText('valid for eighteen months')).toBeInViewport()

    const pager = page.getByRole('navigation', { name: 'Pages of class credits' })
    const size = pager.getByRole('combobox', { name: 'Rows per page' })
    expect(first.total).toBeLessThanOrEqual(first.perPage)
    await expect(pager).toHaveCount(0)

    // The server decides how long a page is, whatever the page asks for.
    await givePagesOf(page, contract.credits.creditEntries, 1)
    const one = await shown(() => page.reload())
    await expect(pager).toContainText(`Page 1 of ${one.total}`)
    await expect(size.getByRole('option')).toHaveText(['1', '100', '200', '300', '400'])
    await shown(() => size.selectOption('100'))
    await calls.expectCall(contract.credits.creditEntries, { page: 1, limit: 100 })
    await expect(size).toHaveValue('1')
    await expectRows(page, one.items.map(asEntry))
    const two = await shown(() => pager.getByRole('button', { name: 'Next page' }).click())
    await expect(pager).toContainText(`Page 2 of ${two.total}`)
    await expectRows(page, two.items.map(asEntry))
    expect([one.items.length, two.items.length]).toEqual([1, 1])
  },
)

// Proves PTS-01 to PTS-04.
demoTest('reward points are listed with date, number and reason', async ({ page }) => {
  const calls = listenToCalls(page)
  const { items } = await answerTo(page, contract.credits.pointEntries, () =>
    visit(page, '/home/userInfo/integral'),
  )
  await calls.expectCall(contract.credits.pointEntries)
  expect(items.length).toBeGreaterThan(3)
  await expectRows(
    page,
    items.map(entry => ({ ...entry, amount: entry.points })),
  )
  // A date does not wrap, on a phone either.
  const linesOfDay = (cell: HTMLElement) => {
    const day = document.createRange()
    day.setStart(cell.firstChild as Text, 0)
    day.setEnd(cell.firstChild as Text, '6 Nov 2026'.length)
    return day.getClientRects().length
  }
  expect(await page.getByRole('cell').first().evaluate(linesOfDay)).toBe(1)
})

signedInTest('a business without reward points says so, and shows none @phone', async ({ page }) => {
  await page.route('**/home/userInfo/**', async route => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('<head>', '<head><meta name="lacks" content="points">')
    await route.fulfill({ response: answer, body: html })
  })
  await visit(page, '/home/userInfo/integral')
  await expect(page.getByRole('heading', { name: 'No reward points' })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('for each pound')
  await visit(page, '/home/userInfo/user')
  await expect(page.getByRole('link', { name: 'Class credits' })).toBeVisible()
  await expect(page.locator('.balances')).not.toContainText('Reward points')
})
