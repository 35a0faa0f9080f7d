import type { Locator } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { weeklyTime } from '#domain/office/date-groups.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import { expectAccessible } from '../barriers.ts'
import { press, tabTo, typeInto } from '../by-keyboard.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Days from today. No other journey has a class on them. */
const inDays = (days: number) => addDays(today(), days)

/** Counts presses and seconds from the search for a family. */
function onThePhone() {
  const begun = Date.now()
  let presses = 0
  return {
    pressed: async (what: Locator) => {
      presses += 1
      await what.click()
    },
    /** Checks that a booking took this many presses, and no more than 20 seconds. */
    spent: (most: number) => {
      const seconds = (Date.now() - begun) / 1000
      test
        .info()
        .annotations.push({ type: 'spent', description: `${presses} presses, ${seconds.toFixed(1)} s` })
      expect(presses).toBe(most)
      expect(seconds).toBeLessThan(20)
    },
  }
}

test('a family on the telephone is found and booked in five presses: a date, a class, two siblings', {
  tag: '@desk',
}, async ({ page, site }) => {
  test.slow()
  const manager = await startStaffSession(page, site, 'manager')
  const name = freshName('Tumbling')
  await makeClass(manager, name, { date: inDays(10), laterDates: [inDays(17), inDays(24)] })
  const weekly = `All ${weeklyTime({ date: inDays(10), startTime: '10:00' })}: ${name}`
  const { email } = await newPerson(site, 'Robyn', ['Wren'])
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.families())
  const panel = page.getByRole('dialog', { name: 'Book for Robyn Hart' })
  const oneDate = onThePhone()
  await page.getByRole('searchbox').fill(email)
  await oneDate.pressed(page.getByRole('link', { name: email }))
  await oneDate.pressed(page.getByRole('button', { name: 'Book for them' }))
  await panel.getByLabel('Which class?').fill(name)
  await oneDate.pressed(
    panel.getByRole('list', { name: 'Classes' }).getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  await oneDate.pressed(panel.getByRole('radio', { name: 'Payment link by mail' }))
  await expect(panel.getByText('1 place: £8.50 to pay by card')).toBeVisible()
  await oneDate.pressed(panel.getByRole('button', { name: 'Book 1 date · £8.50' }))
  await expect(page.getByText(/^1 place kept for Robyn Hart until .*The link is on its way$/)).toBeVisible()
  oneDate.spent(5)
  const mail = await readMail(site, email, /^Please pay for your booking$/)
  expect(mail.text).toContain('Pay £8.50 by card: ')

  // The rest of the class, of which one date is booked already.
  await visit(page, addresses.families())
  const wholeClass = onThePhone()
  await page.getByRole('searchbox').fill(email)
  await wholeClass.pressed(page.getByRole('link', { name: email }))
  await wholeClass.pressed(page.getByRole('button', { name: 'Book for them' }))
  await panel.getByLabel('Which class?').fill(name)
  await wholeClass.pressed(panel.getByRole('button', { name: weekly }))
  await expect(panel.getByRole('checkbox', { name: /Booked$/ })).not.toBeChecked()
  await expect(panel.getByRole('checkbox', { name: /Booked$/ })).toBeDisabled()
  await wholeClass.pressed(panel.getByRole('radio', { name: 'Paid in cash' }))
  await wholeClass.pressed(panel.getByRole('button', { name: 'Book 2 dates · £17.00' }))
  await expect(page.getByText('2 places booked for Robyn Hart')).toBeVisible()
  wholeClass.spent(5)
  await page.getByRole('link', { name: /, 1 place$/ }).click()
  await expect(page.getByText('A payment link was mailed')).toBeVisible()

  const siblings = await newPerson(site, 'Selma', ['Ada', 'Ben'])
  await visit(page, addresses.families())
  const both = onThePhone()
  await page.getByRole('searchbox').fill(siblings.email)
  await both.pressed(page.getByRole('link', { name: siblings.email }))
  await both.pressed(page.getByRole('button', { name: 'Book for them' }))
  const theirs = page.getByRole('dialog', { name: 'Book for Selma Hart' })
  await theirs.getByLabel('Which class?').fill(name)
  await both.pressed(theirs.getByRole('button', { name: weekly }))
  await both.pressed(theirs.getByRole('button', { name: 'Both children' }))
  await both.pressed(theirs.getByRole('radio', { name: 'Payment link by mail' }))
  await both.pressed(theirs.getByRole('button', { name: 'Book 3 dates for 2 · £51.00' }))
  await expect(page.getByText(/^6 places kept for Selma Hart/)).toBeVisible()
  both.spent(6)
})

test('the desk searches by keyboard alone, reads the pinned note and a clash, and books', {
  tag: '@desk',
}, async ({ page, site }) => {
  test.slow()
  const [name, other] = [freshName('Clash'), freshName('Kitchen')]
  const manager = await startStaffSession(page, site, 'manager')
  await makeClass(manager, other, { date: inDays(15) })
  await makeClass(manager, name, { date: inDays(15) })
  const { email } = await newPerson(site, 'Isolde', ['Isla'])
  const id = (await manager.families.search({ words: email })).people[0]?.accountId ?? 0
  await manager.families.addNote({ id, text: 'Rings only before nine' })
  const [note] = (await manager.families.get({ id })).notes
  await manager.families.pinNote({ id, noteId: note?.id ?? 0, isPinned: true })
  const bookFirst = async (title: string) => {
    await visit(page, addresses.newBooking())
    await expect(page.getByLabel('Which family?')).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Which class?')).toBeFocused()
    await page.keyboard.type(title)
    const hit = page
      .getByRole('list', { name: 'Classes' })
      .getByRole('button', { name: new RegExp(`^${title}`) })
    await expect(hit).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(hit).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByLabel('Which class?')).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await bookFirst(other)
  await expect(page.getByRole('checkbox', { name: /^Isla Hart/ })).toBeFocused()
  await expect(page.getByText('Rings only before nine')).toBeVisible()
  const clash = `Isla is already booked into ${other} at 10:00 that day`
  await expect(page.getByText('1 place: £8.50')).toBeVisible()
  await expect(page.getByText(clash)).toBeHidden()
  await page.getByRole('radio', { name: 'Paid in cash' }).check()
  await page.getByRole('button', { name: 'Book 1 date · £8.50' }).click()
  await expect(page.getByText('1 place booked for Isolde Hart')).toBeVisible()

  await bookFirst(name)
  await expect(page.getByText(clash)).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByRole('radio', { name: 'Paid in cash' }).check()
  await page.getByRole('button', { name: 'Book 1 date · £8.50' }).click()
  await expect(page.getByText('1 place booked for Isolde Hart')).toBeVisible()
})

test('two children are booked for a whole class by voucher, and the family and the office read the same @desk', async ({
  page,
  site,
}) => {
  test.slow()
  const name = freshName('Gallop')
  const manager = await startStaffSession(page, site, 'manager')
  await makeClass(manager, name, { date: inDays(11), laterDates: [inDays(18)] })
  const family = await newPerson(site, 'Selin', ['Mia', 'Can'])
  const id = (await manager.families.search({ words: family.email })).people[0]?.accountId ?? 0
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Selin Hart' })
  await panel.getByLabel('Which class?').fill('no such class')
  await expect(panel.getByText('No class found for “no such class”')).toBeVisible()
  await panel.getByLabel('Which class?').fill(name)
  await panel
    .getByRole('list', { name: 'Classes' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expectAccessible(page, 24)
  const book = panel.getByRole('button', { name: /^Book/ })
  await book.click()
  await expect(panel.getByText('Please select your child')).toBeVisible()
  await expect(panel.getByText(deskSentences.choosePayment)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('checkbox', { name: 'Mia Hart' }).check()
  await panel.getByRole('checkbox', { name: 'Can Hart' }).check()
  await panel.getByRole('button', { name: /^All 2 dates/ }).click()
  await panel.getByRole('radio', { name: 'Payment link by mail' }).check()
  await panel.getByLabel('Keep the places until').fill(inDays(20))
  await panel.getByRole('button', { name: 'Book 2 dates for 2 · £34.00' }).click()
  await expect(panel.getByText(/^It can be kept until .* at most$/)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('radio', { name: 'Paid by voucher' }).check()
  await panel.getByLabel('Reference').fill('KIDS 77')
  await expect(panel.getByText('4 places: £34.00 paid by voucher (reference KIDS 77)')).toBeVisible()
  await panel.getByRole('button', { name: 'Book 2 dates for 2 · £34.00' }).click()
  await expect(page.getByText('4 places booked for Selin Hart')).toBeVisible()

  const { items } = await manager.families.orders({ id })
  const number = items[0]?.number ?? ''
  await visit(page, addresses.order({ number }))
  await expect(page.getByText('£34.00, paid to us')).toBeVisible()
  await expect(page.getByText('KIDS 77')).toBeVisible()
  await expectAccessible(page, 24)
  const receipt = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(receipt.desk).toMatchObject({ method: 'voucher', reference: 'KIDS 77' })
})

test('money from a childcare account is expected, comes in parts, and the rest is taken back', {
  tag: '@desk',
}, async ({ page, site }) => {
  test.slow()
  const name = freshName('Later')
  const manager = await startStaffSession(page, site, 'manager')
  await makeClass(manager, name, { date: inDays(13), laterDates: [inDays(20)] })
  const family = await newPerson(site, 'Freya', ['Wilf'])
  const id = (await manager.families.search({ words: family.email })).people[0]?.accountId ?? 0
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Freya Hart' })
  await panel.getByLabel('Which class?').fill(name)
  await panel
    .getByRole('list', { name: 'Classes' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await panel.getByRole('button', { name: /^All 2 dates/ }).click()
  await panel.getByRole('radio', { name: 'Comes later' }).check()
  await panel.getByLabel('Reference').fill('TFC 12')
  await expect(
    panel.getByText('2 places: £17.00 expected from a childcare account (reference TFC 12)'),
  ).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Book 2 dates · £17.00' }).click()
  await expect(page.getByText('2 places booked for Freya Hart')).toBeVisible()

  await visit(page, `${addresses.orders()}?state=expected`)
  await expect(page.getByText(/^£[\d,.]+ to come$/).first()).toBeVisible()
  await expect(page.getByText('£17.00 to come · TFC 12').first()).toBeVisible()
  const number = (await manager.families.orders({ id })).items[0]?.number ?? ''
  await visit(page, addresses.order({ number }))
  await expect(page.getByText('Payment expected · £0.00 of £17.00 received')).toBeVisible()
  await page.getByRole('button', { name: 'Received…' }).click()
  const receive = page.getByRole('dialog', { name: 'Money received' })
  await receive.getByLabel('Amount').fill('17.01')
  await receive.getByRole('button', { name: 'Record it' }).click()
  await expect(receive.getByText('At most £17.00 is still expected')).toBeVisible()
  await expectAccessible(page, 24)
  await receive.getByLabel('Amount').fill('10')
  await receive.getByRole('button', { name: 'Record it' }).click()
  await expect(page.getByText('Recorded. £7.00 is still expected')).toBeVisible()
  await expect(page.getByText('Payment expected · £10.00 of £17.00 received')).toBeVisible()
  expect((await family.api.ownBookings.receipt({ orderNumber: number })).paidAt).toBeNull()

  await page.getByRole('button', { name: /^Correct: £10.00/ }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('Two pounds less')
  await question.getByRole('button', { name: 'Correct it' }).click()
  await expect(page.getByText('Corrected: £10.00 did not come')).toBeVisible()
  await manager.orders.receive({ number, pence: 800, receivedPence: 0, receivedOn: today(), reference: '' })
  await page.reload()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(question.getByRole('row', { name: 'No longer expected £9.00' })).toBeVisible()
  await expect(question.getByRole('row', { name: 'To give back by hand £8.00' })).toBeVisible()
  await expectAccessible(page, 24)
  await question.getByLabel('Reason').fill('Their account was closed')
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('£8.00 back by hand, still to be given')).toBeVisible()
  await expectAccessible(page, 24)
})

test('the front desk puts a child on a full date’s waiting list; a manager raises its places @phone', async ({
  page,
  site,
}) => {
  test.slow()
  const name = freshName('Full house')
  const manager = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionId } = await makeClass(manager, name, { date: inDays(12), capacity: 1 })
  const holder = await newPerson(site, 'Hilda', ['Ash'])
  const attendees = { who: 'children' as const, childIds: await childIdsOf(holder) }
  await holder.api.orders.class.place({ offeringId, sessionIds: [sessionId], discountCode: '', attendees })
  const family = await newPerson(site, 'Tess', ['Tansy'])
  const id = (await manager.families.search({ words: family.email })).people[0]?.accountId ?? 0
  const panel = page.getByRole('dialog', { name: 'Book for Tess Hart' })
  const open = async () => {
    await visit(page, addresses.family({ id }))
    await page.getByRole('button', { name: 'Book for them' }).click()
    await panel.getByLabel('Which class?').fill(name)
    await panel
      .getByRole('list', { name: 'Classes' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  }

  await startStaffSession(page, site, 'frontDesk')
  await open()
  await expect(panel.getByRole('checkbox', { name: /Full/ })).toBeDisabled()
  await expect(panel.getByRole('radio', { name: 'Nothing to pay' })).toHaveCount(0)
  await panel.getByRole('button', { name: /^Put on the waiting list/ }).click()
  const list = page.getByRole('dialog', { name: 'Put on a waiting list' })
  await list.getByRole('button', { name: 'Put on the list' }).click()
  await expect(list.or(panel).getByText('Tansy Hart is on the list, number 1').first()).toBeVisible()

  await startStaffSession(page, site, 'manager')
  await open()
  await panel.getByRole('checkbox', { name: /Full/ }).check()
  await panel.getByRole('radio', { name: 'Nothing to pay' }).check()
  const raise = panel.getByRole('button', { name: 'Full. Raise the capacity to 2 and book' })
  await raise.click()
  await expect(panel.getByText(officeSentences.sayWhy)).toBeVisible()
  await panel.getByLabel('Reason').fill('Her mother helps')
  await expectAccessible(page, 24)
  await raise.click()
  await expect(page.getByText('1 place booked for Tess Hart')).toBeVisible()
  const mail = await readMail(site, family.email, /^Your booking is confirmed$/)
  expect(mail.text).not.toContain('helps')
})

test('the date that has room for both children is ticked in sight, and named above the button', async ({
  page,
  site,
}) => {
  const name = freshName('Long list')
  const manager = await startStaffSession(page, site, 'manager')
  const days = Array.from({ length: 10 }, (_, week) => inDays(13 + 7 * week))
  const [date = '', ...laterDates] = days
  const { offeringId } = await makeClass(manager, name, { date, laterDates, capacity: 1 })
  const last = days.at(-1) as string
  const [session] = (await manager.planner.week({ from: last, to: last })).filter(
    one => one.offeringId === offeringId,
  )
  const { id: sessionId, version } = session as { id: number; version: number }
  await manager.planner.saveSessions({
    ...{ sessions: [{ id: sessionId, version }], changes: { capacity: 2 }, tell: false, reason: '' },
  })
  const family = await newPerson(site, 'Odette', ['Fay', 'Guy'])
  const id = (await manager.families.search({ words: family.email })).people[0]?.accountId ?? 0
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Odette Hart' })
  await panel.getByLabel('Which class?').fill(name)
  const classes = panel.getByRole('list', { name: 'Classes' })
  await classes.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await panel.getByRole('button', { name: 'Both children' }).click()
  const day = spokenDate(last, today())
  await expect(panel.getByText(`${day}, 2 places: £17.00`)).toBeVisible()
  const ticked = panel.getByRole('checkbox', { name: day })
  await expect(ticked).toBeChecked()
  await expect(ticked).toBeInViewport()
})

test('by keyboard: a new caller is made and booked from “+ New”, and a date is booked from its own panel @desk', async ({
  page,
  site,
}) => {
  test.slow()
  const name = freshName('Juggling')
  const manager = await startStaffSession(page, site, 'manager')
  const { sessionId } = await makeClass(manager, name, {
    date: inDays(13),
    laterDates: [inDays(20), inDays(27)],
  })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await press(page, page.getByRole('button', { name: 'New', exact: true }))
  await press(page, page.getByRole('link', { name: 'Booking', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book for a family')
  const main = page.getByRole('main')
  await tabTo(page, main.getByLabel('Which family?'))
  const surname = `Quimby${Date.now()}`
  await page.keyboard.type(`Zora ${surname}`)
  await press(page, main.getByRole('button', { name: 'New family' }))
  await expectAccessible(page, 24)
  await expect(main.getByRole('textbox', { name: 'Last name', exact: true })).toHaveValue(surname)
  const email = `zora.${surname}@example.test`.toLowerCase()
  await typeInto(page, main, { Email: email, 'Child 1 first name': 'Kit', 'Child 1 last name': surname })
  await page.keyboard.press('Tab')
  await expect(main.getByLabel('Child 1 birthday')).toBeFocused()
  await page.keyboard.type('03052020')
  await press(page, main.getByRole('button', { name: 'Add the family' }))
  await tabTo(page, main.getByLabel('Which class?'))
  await page.keyboard.type(name)
  await press(
    page,
    main.getByRole('list', { name: 'Classes' }).getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  await press(page, main.getByRole('radio', { name: 'Payment link by mail' }), 'Space')
  await press(page, main.getByRole('button', { name: 'Book 1 date · £8.50' }))
  await expect(page.getByText(`1 place kept for Zora ${surname}`)).toBeVisible()
  await expect(page.getByText('A payment link was mailed')).toBeVisible()

  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await press(page, page.getByRole('button', { name: 'Book somebody in' }))
  const panel = page.getByRole('dialog', { name: 'Book for a family' })
  await tabTo(page, panel.getByLabel('Which family?'))
  await page.keyboard.type(email)
  await press(
    page,
    panel.getByRole('list', { name: 'Families found' }).getByRole('button', { name: surname }),
  )
  // The child has a place on the panel's date already, so it is not ticked.
  await expect(panel.getByRole('checkbox', { name: /Booked$/ })).not.toBeChecked()
  await press(page, panel.getByRole('checkbox', { name: /12 free/ }).first(), 'Space')
  await press(page, panel.getByRole('radio', { name: 'Payment link by mail' }), 'Space')
  await panel.getByRole('radio', { name: 'Paid in cash' }).check()
  await press(page, panel.getByRole('button', { name: 'Book 1 date · £8.50' }))
  await expect(page.getByText(`1 place booked for Zora ${surname}`)).toBeVisible()

  // Their paid place moves to the third date, from the family's page.
  const id = (await manager.families.search({ words: email })).people[0]?.accountId ?? 0
  await visit(page, addresses.family({ id }))
  await press(page, page.getByRole('button', { name: /^Move Kit/ }))
  const moving = page.getByRole('dialog', { name: /^Move Kit/ })
  await press(page, moving.getByRole('radio', { name: /12 free/ }), 'Space')
  await expectAccessible(page, 24)
  await press(page, moving.getByRole('button', { name: 'Move the place' }))
  await expect(page.getByText(/^Kit .* moved to .* They are told by mail$/)).toBeVisible()
  await readMail(site, email, /^Your booking has been moved$/)
})
