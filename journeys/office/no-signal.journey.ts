import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { placeOrder } from '../kinds.ts'
import { childOf, newPerson } from '../people.ts'
import { expect, test } from '../site-test.ts'
import { freshName } from './planned-classes.ts'
import {
  comeInByLink,
  createOfficeClient,
  holdDevice,
  inviteOnServer,
  startStaffSession,
} from './staff-sign-in.ts'
import { barOf, buttonOf, makeClassNow, noSignal, readingsKept, takeAlong } from './without-signal.ts'

const offlineErrors = /ERR_INTERNET_DISCONNECTED|Failed to fetch/

/** A page that shows what the device has asks the server every 5 seconds, and waits 3 for an answer each time. */
const onceAsked = { timeout: 30_000 }

test('a register opens without a signal, and its marks outlive a closed page', async ({
  page,
  context,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(offlineErrors)
  const api = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClassNow(api, freshName('Cellar'))
  const family = await newPerson(site, 'Nora', [])
  await family.api.children.add({ ...childOf('Nora', 'Iris'), allergy: 'Hazelnuts' })
  await placeOrder(family, 'class', { offeringId, id: sessionId })
  const other = await newPerson(site, 'Ines', ['Jude'])
  await placeOrder(other, 'class', { offeringId, id: sessionId })
  const { venueId, day, title } = await api.registers.get({ sessionId })
  test.slow()
  await takeAlong(page)

  await context.setOffline(true)
  await page.goto(addresses.register({ id: sessionId }))
  await expect(noSignal(page)).toContainText('No signal')
  await expect(page.getByText('Hazelnuts')).toBeVisible()
  await buttonOf(page, 'Iris', 'Here').click()
  await page.getByRole('button', { name: 'Add a walk-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Wanda Way')
  await dialog.getByRole('button', { name: 'Add them as here' }).click()
  await buttonOf(page, 'Iris', 'Left').click()
  await dialog.getByRole('button', { name: /Nora Hart/ }).click()
  await expect(barOf(page)).toContainText('3 marks not sent yet')
  await expect(page.getByText(/^Left .* with /)).toBeVisible()

  // The page is closed without a question, and everything is there again.
  await page.close()
  const again = await context.newPage()
  await again.goto(addresses.register({ id: sessionId }))
  await expect(barOf(again)).toContainText('3 marks not sent yet')
  await expect(again.getByText(/^Left .* with /)).toBeVisible()
  await expect(buttonOf(again, 'Wanda Way', 'Here')).toHaveAttribute('aria-pressed', 'true')

  await again.goto(addresses.fireList({ id: venueId }))
  const ours = again.getByRole('region', { name: title })
  await expect(ours.getByRole('checkbox', { name: /Jude/ })).toBeVisible()
  await expect(ours.getByRole('checkbox', { name: /Wanda Way/ })).toBeVisible()
  await expect(ours.getByRole('checkbox', { name: /Iris/ })).toHaveCount(0)
  await again.goto(`${addresses.registers()}?date=${day}`)
  await expect(again.getByRole('link', { name: /Cellar/ }).first()).toBeVisible()

  await again.goto(addresses.register({ id: sessionId }))
  await context.setOffline(false)
  await expect(barOf(again)).toContainText('All sent')
  await expect(noSignal(again)).toBeHidden(onceAsked)
  const marks = async () => (await api.registers.marks({ sessionId, day })).marks.map(({ state }) => state)
  await expect.poll(marks).toEqual(['here', 'here', 'left'])
  const readAway = async () =>
    (await api.health.log({ words: 'medical notes', limit: 200 })).items.filter(
      ({ action }) => action === 'notes.readAway',
    ).length
  await expect.poll(readAway).toBeGreaterThan(0)
})

test('after 5 minutes away the passkey opens the rest, and an ended session wipes the phone @phone', async ({
  page,
  context,
  browser,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(offlineErrors, /status of 401/)
  test.slow()
  const email = `${freshName('sam').replace(/\W/g, '')}@example.test`
  await holdDevice(page)
  await comeInByLink(page, await inviteOnServer(site, email, 'manager'), 'Sam Carr')
  const api = createOfficeClient(page, site)
  const { offeringId, sessionId } = await makeClassNow(api, freshName('Vault'))
  const family = await newPerson(site, 'Nora', [])
  await family.api.children.add({ ...childOf('Nora', 'Iris'), allergy: 'Hazelnuts' })
  await placeOrder(family, 'class', { offeringId, id: sessionId })
  await takeAlong(page)
  const beAway = () => page.evaluate(() => localStorage.setItem('maypole.office.seen', '0'))
  const register = addresses.register({ id: sessionId })
  const whole = page.getByRole('link', { name: 'Iris Hart' })
  const firstName = page.locator('.register-name').getByText('Iris', { exact: true })

  await context.setOffline(true)
  await page.goto(register)
  await expect(whole).toBeVisible()
  await beAway()
  await page.reload()
  await expect(firstName).toBeVisible()
  await expect(whole).toHaveCount(0)
  await expect(page.getByText('Hazelnuts')).toHaveCount(0)
  await buttonOf(page, 'Iris', 'Here').click()
  await page.getByRole('button', { name: 'Show everything with the passkey' }).click()
  await expect(page.getByText('Hazelnuts')).toBeVisible()
  await expect(buttonOf(page, 'Iris', 'Here')).toHaveAttribute('aria-pressed', 'true')

  // Without the passkey of this device the rest is gone for good until there is a signal.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('maypole.office.passkey')) localStorage.removeItem(key)
  })
  await beAway()
  await page.reload()
  await expect(noSignal(page)).toContainText('appear again once you are signed in with a signal')
  await page.evaluate(() => localStorage.setItem('maypole.office.seen', String(Date.now())))
  await page.reload()
  await expect(firstName).toBeVisible()
  await expect(whole).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('Hazelnuts')).toBeVisible(onceAsked)
  await expect(barOf(page)).toContainText('All sent')

  // The owner signs the phone out. A mark that was made before is handed in, then nobody is left on it.
  await context.setOffline(true)
  await buttonOf(page, 'Iris', 'Late').click()
  await expect(barOf(page)).toContainText('1 mark not sent yet')
  const desk = await browser.newPage()
  const owner = await startStaffSession(desk, site, 'owner')
  const sam = (await owner.staff.list({})).members.find(member => member.email === email)
  await owner.staff.endSessions({ id: sam?.id ?? 0 })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible({ timeout: 30_000 })
  const { day } = await owner.registers.get({ sessionId })
  const states = async () => (await owner.registers.marks({ sessionId, day })).marks.map(({ state }) => state)
  await expect.poll(states).toEqual(['here', 'late'])
  await context.setOffline(true)
  await page.goto(register)
  await expect(page.getByText('Iris')).toHaveCount(0)
  await desk.close()
})

/** Makes a class with a child who has an allergy, and downloads its register onto the device. */
async function downloadRegister(page: Page, site: string, api: OfficeApi) {
  const made = await makeClassNow(api, freshName('Cellar'))
  const family = await newPerson(site, 'Nora', [])
  await family.api.children.add({ ...childOf('Nora', 'Iris'), allergy: 'Hazelnuts' })
  await placeOrder(family, 'class', { offeringId: made.offeringId, id: made.sessionId })
  await takeAlong(page)
  return made
}

test('a register is shown from the device before the server answers, and no row moves @phone', async ({
  page,
  site,
}) => {
  test.slow()
  const api = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await downloadRegister(page, site, api)
  const here = buttonOf(page, 'Iris', 'Here')

  /** Opens the register while the server's answers wait, and returns what lets them come. */
  const openAhead = async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(/Office\/(Session\/me|Registers\/get)$/, async route => {
      await isAnswered
      await route.continue()
    })
    await page.goto(addresses.session({ id: sessionId }))
    await expect(here).toBeVisible()
    await expect(page.getByText('Hazelnuts')).toBeVisible()
    return answer
  }

  const answerSoon = await openAhead()
  await expect.poll(() => readingsKept(page)).toBe(1)
  answerSoon()
  await expect
    .poll(() => readingsKept(page), { ...onceAsked, message: 'the server logs its own reading' })
    .toBe(0)
  await expect(noSignal(page)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })

  const answerLate = await openAhead()
  const placeOnPage = () => here.evaluate(button => button.getBoundingClientRect().top + scrollY)
  const place = await placeOnPage()
  await here.click()
  await expect(noSignal(page)).toContainText('No signal')
  expect(await placeOnPage()).toBe(place)
  await placeOrder(await newPerson(site, 'Ines', ['Jude']), 'class', { offeringId, id: sessionId })
  answerLate()
  await expect(noSignal(page)).toBeHidden(onceAsked)
  await expect(page.getByText(/^New: booked/)).toBeVisible()
  await expect(here).toHaveAttribute('aria-pressed', 'true')
  expect(await placeOnPage()).toBe(place)
})

test('a register that the server answers after the device has shown it is logged as read once @phone', async ({
  page,
  site,
}) => {
  test.slow()
  const api = await startStaffSession(page, site, 'manager')
  const { sessionId } = await downloadRegister(page, site, api)
  // Devices of the owner in other journeys take this register along, and that is logged too.
  const { fullName: manager } = await api.session.me({})
  const readings = async () =>
    (await api.health.log({ words: 'medical notes', limit: 200 })).items.filter(
      ({ by, subjectId }) => by === manager && subjectId === sessionId,
    ).length
  // The first opening of a device is locked for a moment, and downloads twice.
  await page.goto(addresses.session({ id: sessionId }))
  await expect(page.getByText('Hazelnuts')).toBeVisible()
  await expect.poll(() => readingsKept(page), onceAsked).toBe(0)
  await page.waitForLoadState('networkidle')
  const before = await readings()

  // A download is logged by itself, and is no reading.
  await page.route(/Office\/Registers\/along$/, () => {})
  let asked = 0
  let answer = () => {}
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(/Office\/Registers\/get$/, async route => {
    const response = await route.fetch()
    asked += 1
    await isAnswered
    await route.fulfill({ response })
  })
  await page.goto(addresses.session({ id: sessionId }))
  await expect(page.getByText('Hazelnuts')).toBeVisible()
  await expect(noSignal(page)).toContainText('No signal')
  // The page asks again while it waits, and the phone hands its own reading in.
  await expect.poll(() => asked, onceAsked).toBeGreaterThan(1)
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  await expect.poll(() => readingsKept(page), onceAsked).toBe(0)
  answer()
  await expect(noSignal(page)).toBeHidden(onceAsked)
  expect(await readings()).toBe(before + 1)
})

test('a page that the device stored more than a day ago is shown without a signal alone @phone', async ({
  page,
  context,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(offlineErrors)
  await startStaffSession(page, site, 'owner')
  await takeAlong(page)
  /** Marks the stored page, as if the server had sent it so many hours ago. */
  const storeFrom = (hoursAgo: number) =>
    page.evaluate(async hours => {
      const [name = ''] = (await caches.keys()).filter(key => key.startsWith('maypole-office-'))
      const cache = await caches.open(name)
      const stored = await cache.match('/office/registers')
      const headers = new Headers(stored?.headers)
      headers.set('date', new Date(Date.now() - hours * 3_600_000).toUTCString())
      const text = (await stored?.text()) ?? ''
      const marked = text.includes('data-stored') ? text : text.replace('<html', '<html data-stored')
      await cache.put('/office/registers', new Response(marked, { headers }))
    }, hoursAgo)
  const isStored = () => page.evaluate(() => document.documentElement.hasAttribute('data-stored'))
  await storeFrom(23)
  await page.goto(addresses.registers())
  expect(await isStored()).toBe(true)
  await storeFrom(25)
  await page.goto(addresses.registers())
  expect(await isStored()).toBe(false)
  await context.setOffline(true)
  await page.goto(addresses.registers())
  await expect(noSignal(page)).toContainText('No signal')
  expect(await isStored()).toBe(true)
})
