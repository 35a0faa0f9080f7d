import * as office from '#contract/office/addresses.ts'
import { expect, reload, test, visit } from '../site-test.ts'
import { emptyTest } from './empty-business.ts'
import { comeInByLink, holdDevice, startStaffSession } from './staff-sign-in.ts'

emptyTest.use({ expectedComplaints: [/status of (401|503)/] })

emptyTest(
  'the set-up says what is needed to open, remembers the test mail and links to missing steps',
  async ({ page, installation }) => {
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', 'odile@larkfield.test')
    await visit(page, office.setUp({ step: 'look' }))
    await expect(page.getByText('You can open without it: A logo')).toBeVisible()
    await visit(page, office.setUp({ step: 'classes' }))
    await expect(page.getByText('Missing before you can open: A type of class')).toBeVisible()

    await visit(page, office.setUp({ step: 'mail' }))
    await page.getByRole('textbox', { name: /^Send it to/ }).fill('odile@larkfield.test')
    await page.getByRole('button', { name: 'Send me a test' }).click()
    const arrived = page.getByRole('button', { name: 'The test has arrived' })
    await expect(arrived).toBeVisible()
    // The message appears once the form can be left without a question.
    await expect(page.getByRole('status').filter({ hasText: /\bSent\b/ })).toBeVisible()
    await reload(page)
    await arrived.click()
    await expect(page.getByRole('heading', { level: 2, name: 'Venues and ages' })).toBeVisible()

    await visit(page, office.setUp({ step: 'look' }))
    await page.getByRole('button', { name: 'Choose a picture' }).first().click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await expect(picker.getByText('There are no pictures in the library yet.')).toBeVisible()
    // An empty picker is narrow.
    expect((await picker.boundingBox())?.width).toBeLessThan(500)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await visit(page, office.setUp({ step: 'texts' }))
    await page.getByRole('button', { name: 'Write drafts' }).click()
    await expect(page.getByText('The drafts are written')).toBeVisible()
    await page.getByRole('link', { name: 'Terms & Conditions' }).click()
    const words = page.getByRole('dialog').getByRole('textbox', { name: 'Terms & Conditions' })
    await expect(words).toContainText('[')
    const next = page.getByRole('button', { name: /^Next gap/ })
    const gaps = Number(/\d+/.exec((await next.textContent()) ?? '')?.[0])
    await next.click()
    await page.keyboard.type('forty-eight hours')
    await expect(next).toHaveText(`Next gap (${gaps - 1} left)`)
    await expect(words).toContainText('forty-eight hours')
    // Every gap, including the last, appears between the toolbar above and the form's foot below.
    const foot = page.getByRole('dialog').locator('.edit-form-foot')
    const isBetween = () =>
      page.evaluate(() => {
        const selected = getSelection()?.getRangeAt(0).getBoundingClientRect()
        const edge = (name: string) => document.querySelector(name)?.getBoundingClientRect()
        const [head, foot] = [edge('dialog .rich-head'), edge('dialog .edit-form-foot')]
        return Boolean(selected && head && foot && selected.top >= head.bottom && selected.bottom <= foot.top)
      })
    await expect(foot).toBeVisible()
    for (let gap = 1; gap < gaps; gap++) {
      await next.click()
      await expect.poll(isBetween).toBe(true)
      await expect(next).toBeInViewport({ ratio: 1 })
    }
  },
)

test('a term’s fields stay aligned with an error; closures are added and removed by keyboard', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, office.terms())
  await expect(page.getByRole('main', { name: 'Terms' })).toBeVisible()
  await page.getByRole('button', { name: 'New term' }).first().click()
  const panel = page.getByRole('dialog')
  const [first, last] = [panel.getByLabel('First day'), panel.getByLabel('Last day')]
  await panel.getByLabel('Name').fill('Spring')
  await first.fill('2026-09-01')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText('Please say the last day')).toBeVisible()
  expect((await first.boundingBox())?.y).toBe((await last.boundingBox())?.y)
  await last.fill('2027-04-10')
  const holidays = panel.getByRole('button', { name: 'Add England’s bank holidays' })
  await holidays.focus()
  await holidays.press('Enter')
  await expect(page.getByText('6 bank holidays were added')).toBeVisible()
  await expect(panel.getByRole('group', { name: 'Boxing Day (substitute day)' })).toBeVisible()
  await expect(holidays).toBeInViewport({ ratio: 1 })
  const foot = await panel.getByRole('button', { name: 'Save', exact: true }).boundingBox()
  const box = await holidays.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
  await panel.getByRole('button', { name: 'Remove Christmas Day' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Remove Boxing Day', exact: true })).toBeFocused()
  await panel.getByRole('button', { name: 'Remove Good Friday' }).waitFor()
  await panel.getByRole('button', { name: 'Remove Easter Monday' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Add a closure' })).toBeFocused()
})
