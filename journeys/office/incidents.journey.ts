import * as addresses from '#contract/office/addresses.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

const minutesAhead = (minutes: number) =>
  momentInLondon(new Date(Date.now() + minutes * 60_000)).split(' ') as [string, string]

test('a teacher adds a note and an incident; only owners and managers can read the incident @phone', async ({
  page,
  browser,
  site,
  expectedComplaints,
}) => {
  test.slow()
  const desk = await browser.newPage()
  const manager = await startStaffSession(desk, site, 'manager')
  const [[date, startTime], [endDate, endTime]] = [minutesAhead(5), minutesAhead(18)]
  const soon = { date, startTime, endDate, endTime }
  const { offeringId, sessionId } = await makeClass(manager, freshName('Bumps'), soon)
  // A second class in the building, of which nothing is marked, with a name as long as a line.
  await makeClass(manager, freshName('Acrobaticsandtrampoliningforeverybodyofanyage'), soon)
  const family = await newPerson(site, 'Nora', ['Max'])
  await placeOrder(family, 'class', { offeringId, id: sessionId })
  const { teachers: every } = await manager.planner.choices({})
  // The member as whom a teacher signs in below.
  const teacher = every.find(({ name }) => name.startsWith('Dee'))
  const teachers = async (change: 'addTeachers' | 'dropTeachers') => {
    const { id, version } = await manager.planner.session({ id: sessionId })
    const changes = { [change]: [teacher?.id as number] }
    await manager.planner.saveSessions({ sessions: [{ id, version }], changes, tell: false, reason: '' })
  }
  await teachers('addTeachers')

  const api = await startStaffSession(page, site, 'teacher')
  await visit(page, addresses.session({ id: sessionId }))
  const row = page.getByRole('list', { name: 'Who comes' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Add a note: Max' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Forgot his boots')
  await dialog.getByRole('button', { name: 'Save the note' }).click()
  await expect(row).toContainText('Forgot his boots')
  await row.getByRole('button', { name: 'Remove the note' }).click()
  await expect(row).not.toContainText('Forgot his boots')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row).toContainText('Forgot his boots')

  await row.getByRole('button', { name: 'Add a note: Max' }).click()
  await dialog.getByLabel('This is an accident or another incident').check()
  await dialog.getByRole('button', { name: 'Save the incident' }).click()
  await expect(dialog.getByText('Please write what happened')).toBeVisible()
  await dialog.getByLabel('What happened').fill('Fell from the bench')
  await dialog.getByRole('button', { name: 'Save the incident' }).click()
  await expect(row).toContainText('Incident written down')
  await expect(row.getByRole('link', { name: /^Incident/ })).toHaveCount(0)
  await expect(api.incidents.list({})).rejects.toThrow(officeSentences.notYours)

  // Somebody else took over the class: the press is refused and taken back.
  await teachers('dropTeachers')
  const takenOver = Date.now()
  expectedComplaints.push(/status of 403.*Registers\/marks/)
  // A mark that was made before still counts, and a device knows the server's clock to within one slow answer.
  await expect.poll(() => Date.now() - takenOver, { timeout: 15_000 }).toBeGreaterThan(5_000)
  const late = row.getByRole('button', { name: 'Late: Max' })
  await late.click()
  await expect(page.getByText('This register is not yours').first()).toBeVisible()
  await expect(late).toHaveAttribute('aria-pressed', 'false')

  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.session({ id: sessionId }))
  await row.getByRole('link', { name: /^Incident written down/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record of an incident')
  await expect(page.getByText('Fell from the bench')).toBeVisible()
  const signature = page.getByText('Signature').first()
  await expect(signature).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(signature).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // A pressed mark is told apart in forced colours, and everything fits at twice the size.
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, addresses.session({ id: sessionId }))
  await row.getByRole('button', { name: /^Here: Max/ }).click()
  const groundOf = (name: RegExp) =>
    row.getByRole('button', { name }).evaluate(button => getComputedStyle(button).backgroundColor)
  expect(await groundOf(/^Here: Max/)).not.toBe(await groundOf(/^Late: Max/))
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 320, height: 422 })
  const { venueId } = await manager.planner.session({ id: sessionId })
  await row.getByRole('button', { name: /^Not here: Max/ }).click()
  await expect(page.getByText('All sent')).toBeVisible()
  for (const address of [
    addresses.session({ id: sessionId }),
    addresses.fireList({ id: venueId }),
    addresses.registers(),
  ]) {
    await visit(page, address)
    await expect(page.getByText(/Max Hart|Acrobatics/).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await desk.close()
})
