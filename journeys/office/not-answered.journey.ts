import type { Locator } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { press } from '../by-keyboard.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { freshName, makeClass, makeWeekly, openDate } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

const notLoaded = 'This could not be loaded. Nothing is lost'

test.beforeEach(({ expectedComplaints }) => {
  expectedComplaints.push(/Failed to load|Failed to fetch|ERR_FAILED|status of 503/)
})

test('a date opens even if its form fails to load, says so, and can be tried again @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await page.route('**/api/Office/Planner/choices', route => route.abort())
  await visit(page, `${addresses.planner()}?view=list`)
  await page.locator('.data-open').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/of \d+ places taken/)).toBeVisible()
  await expect(panel.getByText(notLoaded)).toBeVisible()
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByLabel('Places')).toBeVisible()
})

test('a date that fails to load keeps the typed changes, and a deleted date says so @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Hora'))
  const id = sessionIds[0] as number
  await page.clock.install()
  await visit(page, addresses.plannedClass({ id: offeringId }))
  let tries = 0
  await page.route('**/api/Office/Planner/session', route => {
    tries++
    return route.abort()
  })
  const dates = page.locator('.data-open')
  const panel = page.getByRole('dialog').first()
  await dates.first().click()
  await panel.getByLabel('Places').fill('7')
  const goOn = () => page.clock.runFor(5000).then(() => tries)
  await expect.poll(goOn).toBe(3)
  await goOn()
  await expect(panel.getByLabel('Places')).toHaveValue('7')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.unrouteAll()
  await api.planner.deleteDrafts({ sessions: [{ id, version: 1 }] })
  const isGone = page.getByText(plannerSentences.notFound)
  const isLeft = async () => {
    await expect(isGone).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/session=/)
  }
  await dates.first().click()
  await isLeft()
  await visit(page, `${addresses.planner()}?session=${id}`)
  await isLeft()
})

test('a date that fails to be hidden, moved or deleted keeps its unsaved changes @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const [sold, draft] = [freshName('Hopak'), freshName('Kolo')]
  await makeClass(api, sold)
  await makeWeekly(api, draft)
  await page.route(/\/api\/Office\/Planner\/(hide|changeVenue|deleteDrafts)$/, route => route.abort())
  const panel = page.getByRole('dialog').first()
  const price = panel.getByRole('textbox', { name: /^Price/ })
  const yes = page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' })
  const isKept = async () => {
    await yes.click()
    const failed = page.getByText(/That did not reach us/)
    await expect(failed).toBeVisible()
    await expect(price).toHaveValue('9.10')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  }
  await openDate(page, sold, '2028-02-01')
  await price.fill('9.10')
  await panel.getByRole('button', { name: 'Hide' }).click()
  await isKept()
  await panel.getByText('Another venue for this date').click()
  await panel.getByLabel('Venue and room').selectOption({ index: 1 })
  await panel.getByRole('button', { name: 'Move it there' }).click()
  const moving = page.getByRole('dialog', { name: /^Move / })
  await moving.getByRole('button', { name: 'Move it there' }).click()
  await isKept()

  await leaveUnsaved(page, () => openDate(page, draft, '2028-02-01'))
  await price.fill('9.10')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await isKept()
  // Once the draft is deleted, no question follows about unsaved changes.
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await yes.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the planner keeps showing its dates when refreshing them fails @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await page.clock.install()
  await visit(page, `${addresses.planner()}?view=list`)
  const dates = page.locator('.data-open')
  await expect(dates.first()).toBeVisible()
  let tries = 0
  await page.route('**/api/Office/Planner/week', route => {
    tries++
    return route.abort()
  })
  await page.clock.fastForward('10:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const goOn = () => page.clock.runFor(5000).then(() => tries)
  await expect.poll(goOn).toBe(3)
  await goOn()
  await expect(dates.first()).toBeVisible()
  await expect(page.getByText(notLoaded)).toHaveCount(0)
})

test('the count of dates stays when counting again fails @phone', async ({ page, site, context }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Polka'))
  await page.clock.install()
  /** Makes a preview refresh once and fail. Its old count must stay. */
  const staysOver = async (call: string, counted: Locator) => {
    await expect(counted).toBeVisible()
    let tries = 0
    await page.route(`**/api/Office/Planner/${call}`, route => {
      tries++
      return route.abort()
    })
    await page.clock.fastForward('10:00')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const goOn = () => page.clock.runFor(2000).then(() => tries)
    await expect.poll(goOn).toBe(1)
    await goOn()
    await expect(counted).toBeVisible()
    await page.unroute(`**/api/Office/Planner/${call}`)
  }
  const panel = page.getByRole('dialog')
  page.on('dialog', dialog => void dialog.accept())
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Add dates' }).click()
  await panel.getByLabel('From').fill('2028-03-01')
  await panel.getByLabel('To').fill('2028-03-14')
  await staysOver('previewDates', panel.getByRole('heading', { name: '2 dates' }))

  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await panel.getByLabel('Start').fill('10:05')
  const changing = panel.getByRole('row', { name: 'Drafts that change' })
  await staysOver('previewTimes', changing)

  // Until the dates are counted again nothing can be saved. Without a connection the panel claims
  // nothing about them.
  const save = panel.getByRole('button', { name: /^Save/ })
  const answer = await holdBack(page, '**/api/Office/Planner/previewTimes')
  await panel.getByLabel('Start').fill('10:10')
  await expect(save).toBeDisabled()
  answer()
  await expect(save).toBeEnabled()
  await context.setOffline(true)
  await panel.getByLabel('Start').fill('10:15')
  await expect(panel.getByText(officeSentences.offline)).toBeVisible()
  await expect(changing).toHaveCount(0)
  await context.setOffline(false)
})

test('a term whose classes to copy fail to load is not shown as empty @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const [term] = (await api.terms.list({})).filter(({ name }) => / term from \d/.test(name))
  await page.route('**/api/Office/Terms/previewCopy', route => route.abort())
  await visit(page, addresses.term({ id: term?.id as number }))
  await expect(page.getByText(notLoaded)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Classes to copy' })).toBeVisible()
  const make = page.getByRole('button', { name: /^Make [1-9][\d,]* drafts$/ })
  await expect(make).toBeEnabled()
  const answer = await holdBack(page, '**/api/Office/Terms/previewCopy')
  await page.getByLabel('First day').fill('2029-01-08')
  await expect(make).toBeDisabled()
  answer()
  await expect(make).toBeEnabled()
})

test('a month that fails to load is not shown as empty @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  const busy = 'We are very busy just now. Please try again in a moment'
  await page.route('**/api/Office/Planner/month', route =>
    route.fulfill({ status: 503, json: { code: 503, msg: busy, data: null } }),
  )
  await visit(page, `${addresses.planner()}?view=month`)
  await expect(page.getByText(busy)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table').getByText(/dates/).first()).toBeVisible()
})

test('a month and a search wait while offline, say so, and load once back online @desk', async ({
  page,
  site,
  context,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.planner())
  await expect(page.locator('.skeleton')).toHaveCount(0)
  const comesLater = page.getByText(officeSentences.comesLater)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(comesLater).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nebuchadnezzar')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByText(officeSentences.comesLater)).toBeVisible()
  await expect(palette.getByText(/Nothing found/)).toHaveCount(0)
  await context.setOffline(false)
  await expect(palette.getByText(/Nothing found/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table').getByText(/dates/).first()).toBeVisible()
})

test('a search that fails does not say that nothing was found @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.today())
  await page.route(/\/api\/Office\/(Families|Planner)\//, route => route.abort())
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('megan')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByText(/could not be searched/)).toBeVisible()
  await expect(palette.getByText(/Nothing found/)).toHaveCount(0)
})

test('the picture picker says when its library fails to load @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await page.route('**/api/Office/Pictures/list', route => route.abort())
  await visit(page, `${addresses.types()}?new=yes`)
  await page.getByRole('group', { name: 'Picture', exact: true }).getByRole('button').first().click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await expect(picker.getByText(notLoaded)).toBeVisible()
  await page.unrouteAll()
  await picker.getByRole('button', { name: 'Try again' }).click()
  const isEmpty = picker.getByText('There are no pictures in the library yet.')
  await expect(picker.getByRole('list', { name: 'Library' }).or(isEmpty)).toBeVisible()
})

test('a sort order that could not be saved is kept, and closing it asks first @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.categories())
  await press(page, page.getByRole('button', { name: 'Sort', exact: true }))
  const panel = page.getByRole('dialog', { name: /^Sort the / })
  const names = panel.getByRole('listitem')
  const before = await names.allTextContents()
  await names.first().getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  const moved = [before[1], before[0], ...before.slice(2)]
  await expect(names).toHaveText(moved as string[])
  await page.route('**/api/Office/Lists/sort', route => route.abort())
  await press(page, panel.getByRole('button', { name: 'Save the order' }))
  await expect(page.getByText(/That did not reach us/)).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await press(page, question.getByRole('button', { name: 'Cancel' }))
  await expect(names).toHaveText(moved as string[])
  await names.nth(1).getByRole('button').first().focus()
  await page.keyboard.press('ArrowUp')
  await page.unrouteAll()
  await press(page, panel.getByRole('button', { name: 'Save the order' }))
  await expect(panel).toHaveCount(0)
})

test('“Show more” says when it fails, and can be tried again @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.families())
  const rows = page.getByRole('table', { name: 'Families' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.route('**/api/Office/Families/list', route => route.abort())
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('More could not be loaded')).toBeVisible()
  await expect(rows).toHaveCount(51)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(51)
})

test('neither a month nor a date’s form is shown as empty while it loads @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  let answer = await holdBack(page, '**/api/Office/Planner/month')
  await visit(page, `${addresses.planner()}?view=month`)
  await expect(page.getByRole('button', { name: 'Month', exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('.skeleton').first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  answer()
  await expect(page.getByRole('table').getByText(/dates/).first()).toBeVisible()

  answer = await holdBack(page, '**/api/Office/Planner/choices')
  await visit(page, `${addresses.planner()}?view=list`)
  await page.locator('.data-open').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.locator('.skeleton').first()).toBeVisible()
  answer()
  await expect(panel.getByLabel('Places')).toBeVisible()
})

test('a week is not shown as empty while it loads @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.planner())
  await expect(page.locator('.day-list')).toBeVisible()
  const answer = await holdBack(page, '**/api/Office/Planner/week')
  await page.getByRole('button', { name: 'The next week' }).click()
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await expect(page.getByText(/^No dates/)).toHaveCount(0)
  answer()
  await expect(page.locator('.day-list-row').first()).toBeVisible()
})

test('registers that are loading show neither the previous day nor “no classes” @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  await makeClass(api, freshName('Polka'), { date: '2028-05-03' })
  await visit(page, `${addresses.registers()}?date=2028-05-04`)
  const none = page.getByText(/^There are no classes on/)
  const shapes = page.getByRole('main').locator('.skeleton')
  const lines = page.locator('.register-line')
  const before = page.getByRole('button', { name: 'The day before' })
  await expect(none).toBeVisible()
  let answer = await holdBack(page, '**/api/Office/Registers/day')
  await before.click()
  await expect(shapes.first()).toBeVisible()
  await expect(none).toHaveCount(0)
  answer()
  await expect(lines).toHaveCount(1)

  answer = await holdBack(page, '**/api/Office/Registers/day')
  await before.click()
  await expect(shapes.first()).toBeVisible()
  await expect(lines).toHaveCount(0)
  answer()
  await expect(none).toBeVisible()
})

test('a new search for families does not say “Nobody found” while it loads @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.families())
  const search = page.getByRole('searchbox')
  const nobody = page.getByText(/^Nobody found/)
  await search.fill('Nebuchadnezzar')
  await expect(nobody).toBeVisible()
  const answer = await holdBack(page, '**/api/Office/Families/search')
  await search.fill('megan')
  await expect(page.getByRole('main').locator('.skeleton').first()).toBeVisible()
  await expect(nobody).toHaveCount(0)
  answer()
  await expect(page.getByRole('table', { name: 'Families found for megan' })).toBeVisible()
})
