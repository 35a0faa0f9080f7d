import * as addresses from '#contract/office/addresses.ts'
import { classAsRead } from '#testing/make-class.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { freshName, makeClass, makeWeekly, openDate } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('forms of terms, copies, weekly times and dates keep their drafts over a reload @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }
  const { id: termId } = await api.terms.save({ ...term, closures: [halfTerm], keepDates: false })
  const { offeringId } = await makeWeekly(api, freshName('Conga'), [1, 8], termId)
  const reload = () => leaveUnsaved(page, () => page.reload())
  const isBack = page.getByText('What you typed before is back. It is not saved yet')

  await visit(page, addresses.terms())
  const change = page
    .getByRole('listitem')
    .filter({ hasText: term.name })
    .getByRole('button', { name: 'Change' })
  const panel = page.getByRole('dialog', { name: term.name })
  const names = panel.locator('.closure-row').getByLabel('Name')
  await change.click()
  await panel.getByRole('button', { name: 'Add a closure' }).click()
  await names.nth(1).fill('Fair')
  await reload()
  await change.click()
  await expect(isBack).toBeVisible()
  await expect(names.nth(1)).toHaveValue('Fair')
  // Each closure is still a row of its own.
  await panel.getByRole('button', { name: 'Add a closure' }).click()
  await names.nth(2).fill('Fete')
  await expect(names.nth(0)).toHaveValue('Half-term')
  await expect(names.nth(1)).toHaveValue('Fair')

  await visit(page, addresses.term({ id: termId }))
  await page.getByLabel('Name of the new term').fill('Typed')
  await page.getByLabel('First day').fill('2029-01-08')
  const sameWeeks = page.getByRole('button', { name: /^The same weeks closed/ })
  await sameWeeks.click()
  await expect(page.locator('.closure-row')).toHaveCount(1)
  // Pressing it again adds nothing.
  await sameWeeks.click()
  const price = page.getByLabel(/^Price of/)
  await price.fill('9.10')
  await reload()
  await expect(isBack).toBeVisible()
  await expect(page.getByLabel('Name of the new term')).toHaveValue('Typed')
  await expect(page.getByLabel('Last day')).toHaveValue('2029-04-01')
  await expect(page.locator('.closure-row').getByLabel('From')).toHaveValue('2029-02-12')
  await expect(price).toHaveValue('9.10')
  await price.fill('9,10')
  await page.getByRole('button', { name: /^Make \d+ drafts$/ }).click()
  await expect(price).toBeFocused()
  await expect(page.getByRole('cell').getByText('Write the price like 8.50')).toBeVisible()

  await leaveUnsaved(page, () => visit(page, addresses.plannedClass({ id: offeringId })))
  const times = page.getByRole('dialog', { name: 'Weekly times' })
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await times.getByLabel('Start').fill('11:15')
  await reload()
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await expect(times.getByLabel('Start')).toHaveValue('11:15')

  await leaveUnsaved(page, () => visit(page, addresses.plannedClass({ id: offeringId })))
  const adding = page.getByRole('dialog', { name: 'Add dates' })
  await page.getByRole('button', { name: 'Add dates' }).click()
  await adding.getByLabel('Single dates').check()
  await adding.getByLabel('First day').fill('2028-03-04')
  await adding.getByLabel('Places').fill('7')
  await reload()
  await page.getByRole('button', { name: 'Add dates' }).click()
  await expect(adding.getByLabel('First day')).toHaveValue('2028-03-04')
  await expect(adding.getByLabel('Places')).toHaveValue('7')
})

test('a restored form keeps typed fields; others show the latest saved values @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Rumba'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const name = freshName('Mine')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await api.planner.saveClass({ ...(await classAsRead(api, offeringId)), isPackOnly: true })
  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByText('What you typed before is back. It is not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })
  await dialog.getByRole('button', { name: 'See what changed' }).click()
  const untouched = 'For families with a pack only Yes Not changed: theirs stays'
  await expect(dialog.getByRole('row', { name: untouched })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await api.planner.class({ id: offeringId })).toMatchObject({ name, isPackOnly: true })

  const term = { name: freshName('Term'), startDate: '2030-01-07', endDate: '2030-03-31', keepDates: false }
  const fair = { name: 'Fair', venueId: null, startDate: '2030-03-05', endDate: '2030-03-05' }
  const { id } = await api.terms.save({ ...term, closures: [fair] })
  const termNow = async () => (await api.terms.list({})).find(one => one.id === id)
  const line = page.getByRole('listitem').filter({ hasText: term.name })
  const panel = page.getByRole('dialog', { name: term.name })
  await visit(page, addresses.terms())
  await line.getByRole('button', { name: 'Change' }).click()
  await panel.getByLabel('Last day').fill('2030-04-06')
  await api.terms.save({ ...term, id, version: 1, closures: [{ ...fair, name: 'Fete' }] })
  await leaveUnsaved(page, () => page.reload())
  await line.getByRole('button', { name: 'Change' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(async () => (await termNow())?.endDate).toBe('2030-04-06')
  expect((await termNow())?.closures.map(({ name }) => name)).toEqual(['Fete'])
})

test('a date and a bulk change keep their drafts and “Tell families” over a reload @desk', async ({
  page,
  site,
}) => {
  // As on a slow device: React renders on a message, and here messages wait for the timers that are
  // due.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 20)
    }
  })
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Tango')
  const { offeringId, sessionIds } = await makeWeekly(api, name, [1, 8])
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const family = await newPerson(site, 'Tess', ['Una'])
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  const reload = () => leaveUnsaved(page, () => page.reload())
  const isBack = page.getByText('What you typed before is back. It is not saved yet')

  const panel = await openDate(page, name, '2028-02-01')
  await panel.getByLabel('Price', { exact: true }).fill('9.10')
  await panel.getByLabel('Start').fill('10:15')
  await panel.getByLabel(/^Tell the families of 1 place/).uncheck()
  await reload()
  await expect(isBack).toBeVisible()
  await expect(panel.getByLabel('Price', { exact: true })).toHaveValue('9.10')
  await expect(panel.getByLabel('Start')).toHaveValue('10:15')
  await expect(panel.getByLabel(/^Tell the families of 1 place/)).not.toBeChecked()
  // The panel of another date shows none of this draft. After leaving without saving, the draft is
  // gone.
  await leaveUnsaved(page, () =>
    visit(page, `${addresses.plannedClass({ id: offeringId })}?session=${sessionIds[1]}`),
  )
  await expect(panel.getByLabel('Start')).toHaveValue('10:00')
  await visit(page, `${addresses.plannedClass({ id: offeringId })}?session=${sessionIds[0]}`)
  await expect(isBack).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(panel).toBeHidden()

  const changeAll = async () => {
    await page.getByRole('checkbox', { name: 'Select these 2' }).check()
    await page.getByRole('button', { name: 'Change 2' }).click()
  }
  const many = page.getByRole('dialog', { name: 'Change 2 dates' })
  const request = async () => {
    await many.getByLabel('Price', { exact: true }).fill('9.20')
    await many.getByLabel('Or later by minutes').fill('15')
    await many.getByLabel(/^Tell the families of 2 places/).uncheck()
  }
  await changeAll()
  await request()
  await reload()
  await changeAll()
  await expect(isBack).toBeVisible()
  // The count of the discarded change disappears with it.
  const counted = many.getByText('2 can be changed')
  await many.getByRole('button', { name: 'Count first' }).click()
  await expect(counted).toBeVisible()
  await many.getByRole('button', { name: 'Start afresh' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(many.getByLabel('Price', { exact: true })).toHaveValue('')
  await expect(counted).toHaveCount(0)
  await request()
  await reload()
  await changeAll()
  await expect(isBack).toBeVisible()
  await expect(many.getByLabel('Price', { exact: true })).toHaveValue('9.20')
  await expect(many.getByLabel(/^Tell the families of 2 places/)).not.toBeChecked()
  await many.getByRole('button', { name: 'Change 2', exact: true }).click()
  await expect(page.getByText('2 changed').first()).toBeVisible()
  expect((await api.planner.class({ id: offeringId })).sessions).toMatchObject([
    { pricePence: 920, startTime: '10:15' },
    { pricePence: 920, startTime: '10:15' },
  ])
})

test('the colour of a class, even a custom one, is restored with the draft and saved @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const reload = async () => {
    await leaveUnsaved(page, () => page.reload())
    await expect(page.getByText('What you typed before is back. It is not saved yet')).toBeVisible()
  }
  const name = page.getByLabel('Name', { exact: true })
  const radio = (label: string) => page.getByRole('radio', { name: label, exact: true })
  await visit(page, addresses.newClass())
  await page.locator('summary', { hasText: 'More' }).click()
  // The form begins with the least used colour.
  await expect(radio('Green')).toBeVisible()
  const other = (await radio('Green').isChecked()) ? 'Blue' : 'Green'
  await radio(other).check()
  await reload()
  await name.fill('Maypole')
  await expect(radio(other)).toBeChecked()

  const { offeringId } = await makeClass(api, freshName('Morris'))
  await leaveUnsaved(page, () => visit(page, addresses.plannedClass({ id: offeringId })))
  await expect(page.getByLabel('Own colour')).toBeHidden()
  await radio('Own').check()
  await page.getByLabel('Own colour').fill('#123456')
  await reload()
  await name.fill(freshName('Morris'))
  await expect(radio('Own')).toBeChecked()
  await expect(page.getByLabel('Own colour')).toHaveValue('#123456')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect((await api.planner.class({ id: offeringId })).colour).toBe('#123456')
  // After a reload the colour is the same.
  await page.reload()
  await expect(page.getByLabel('Own colour')).toHaveValue('#123456')
})

test('text typed during a Back navigation is asked about only when the form is left @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Hornpipe'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const name = page.getByLabel('Name', { exact: true })
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const status = page.getByRole('status')
  const isBack = 'What you typed before is back. It is not saved yet'
  const goBackLate = () =>
    page.evaluate(() => {
      const go = history.go.bind(history)
      history.go = by => setTimeout(go, 700, by)
      let steps = 0
      addEventListener('popstate', () => {
        document.documentElement.dataset.steps = String(++steps)
      })
    })
  const haveGoneBack = (steps: number) =>
    expect(page.locator('html')).toHaveAttribute('data-steps', String(steps))
  const leaves = async (answer: 'Yes' | 'Cancel') => {
    await page.getByRole('link', { name: 'Registers' }).locator('visible=true').click()
    await expect(question).toContainText('Leave without saving?')
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toHaveCount(0)
  }
  const before = await name.inputValue()
  await name.fill('Typed before')
  await leaveUnsaved(page, () => page.reload())
  await expect(status.filter({ hasText: isBack })).toBeVisible()
  await goBackLate()
  await page.getByRole('button', { name: 'Start afresh' }).click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await haveGoneBack(1)
  await expect(name).toHaveValue(before)
  await name.fill('Typed after it')
  await haveGoneBack(2)
  await expect(name).toHaveValue('Typed after it')
  await expect(question).toHaveCount(0)
  await leaves('Cancel')
  await haveGoneBack(3)

  const saved = page.waitForResponse('**/api/Office/Planner/saveClass')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await (await saved).finished()
  await name.fill('Typed while it was saved')
  await haveGoneBack(4)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await expect(status.filter({ hasText: /^Saved/ })).toHaveCount(0)
  await expect(name).toHaveValue('Typed while it was saved')
  await leaves('Yes')
  await expect(page).toHaveURL(new RegExp(addresses.registers()))
  expect((await api.planner.class({ id: offeringId })).name).toBe('Typed after it')
})
