import { readFile } from 'node:fs/promises'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { ownDemoTest } from './empty-business.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Adds up a column of pounds, without its heading. */
const sumOf = (lines: string[], column: (cells: string[]) => string | undefined) =>
  lines.reduce((sum, line) => sum + Math.round(Number(column(line.split(','))) * 100), 0)

// A closed period cannot be opened again, so the journey has a server of its own.
ownDemoTest(
  'J16: a VAT period is exported and closed, and a late refund lands in the next one',
  async ({ page, site, expectedComplaints }) => {
    ownDemoTest.slow()
    expectedComplaints.push(/status of 4\d\d/)
    const owner = await startStaffSession(page, site, 'owner')
    // A day can be closed an hour after it is over.
    const [from, to] = [addDays(today(), -60), addDays(today(), -2)]
    const next = { from: addDays(to, 1), to: today() }
    await visit(page, `${addresses.vat()}?period=days&from=${from}&to=${to}`)
    const byCode = page.getByRole('table', { name: 'VAT by code' })
    await expect(byCode).toBeVisible()
    const { sums } = await owner.money.vat({ from, to })
    const gross = sums.reduce((sum, { grossPence }) => sum + grossPence, 0)
    const vat = sums.reduce((sum, { vatPence }) => sum + vatPence, 0)

    // The file, which the accountant gets.
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).first().click()
    const saved = await downloading
    expect(saved.suggestedFilename()).toBe(`vat-${from}-to-${to}.csv`)
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n').slice(1)
    // Gross, net and VAT stand before seven columns of which none has a comma.
    expect(sumOf(lines, cells => cells.at(-8))).toBe(gross)
    expect(sumOf(lines, cells => cells.at(-6))).toBe(vat)

    await page.getByRole('button', { name: /^Close / }).click()
    const question = page.getByRole('dialog')
    await expectAccessible(page, 24)
    await question.getByRole('button', { name: 'Close the period' }).click()
    await expect(page.getByRole('table', { name: 'Closed periods' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(0)

    // Money of the closed days goes back today.
    const before = (await owner.money.vat(next)).sums.reduce((sum, { grossPence }) => sum + grossPence, 0)
    const { items } = await owner.orders.list({ state: 'paid', method: 'card', paidFrom: from, paidTo: to })
    const order = items.find(
      ({ kind, totalPence, backPence }) => kind === 'class' && totalPence > 500 && !backPence,
    )
    const number = order?.number as string
    await owner.orders.refund({
      ...{ number, pence: 300, leftPence: order?.totalPence as number, method: 'card', reference: '' },
      reason: 'The hall was cold',
    })
    await expect
      .poll(
        async () => (await owner.money.vat(next)).sums.reduce((sum, { grossPence }) => sum + grossPence, 0),
        {
          timeout: 30_000,
        },
      )
      .toBe(before - 300)
    expect((await owner.money.vat({ from, to })).sums).toEqual(sums)

    // What is closed is neither closed again nor overlapped, and not by the front desk.
    const shown = { from, to, grossPence: gross, vatPence: vat }
    await expect(owner.money.closeVat(shown)).rejects.toMatchObject({ officeCode: 422 })
    const gap = { ...shown, from: addDays(to, 3), to: addDays(to, 3) }
    await expect(owner.money.closeVat(gap)).rejects.toMatchObject({ officeCode: 422 })
    await visit(page, `${addresses.vat()}?period=days&from=${next.from}&to=${next.to}`)
    await expect(page.getByRole('row', { name: /Standard rate/ })).toBeVisible()
    await expect(page.getByText(/The next one to close is/)).toBeVisible()
    const desk = await startStaffSession(page, site, 'frontDesk')
    await expect(desk.money.closeVat(shown)).rejects.toMatchObject({ officeCode: 403 })
  },
)
