import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page, request } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test } from '../site-test.ts'
import { startPhone } from './phone-that-dies.ts'
import { freshName } from './planned-classes.ts'
import { comeInByLink, holdDevice, inviteOnServer, startStaffSession } from './staff-sign-in.ts'
import { barOf, buttonOf, makeClassNow, noSignal, peopleKept, takeAlong } from './without-signal.ts'

/** A class that begins within the hour, with one booked child for each name. */
async function makeBookedClass(api: OfficeApi, site: string, children: string[]) {
  const made = await makeClassNow(api, freshName('Cellar'), { capacity: 20 })
  for (const child of children) {
    const family = await newPerson(site, 'Nora', [child])
    await placeOrder(family, 'class', { offeringId: made.offeringId, id: made.sessionId })
  }
  return made
}

/** Signs a new teacher in on this phone, who teaches this date; returns a function that reads them as the office does. */
async function teachOn(page: Page, owner: OfficeApi, site: string, sessionId: number) {
  const email = `${freshName('tess').replace(/\W/g, '')}@example.test`
  await holdDevice(page)
  await comeInByLink(page, await inviteOnServer(site, email, 'teacher'), 'Tess Carr')
  const memberNow = async () => (await owner.staff.list({})).members.find(member => member.email === email)
  await changeDate(owner, sessionId, { addTeachers: [(await memberNow())?.id as number] })
  return memberNow
}

async function changeDate(
  owner: OfficeApi,
  sessionId: number,
  changes: Parameters<OfficeApi['planner']['saveSessions']>[0]['changes'],
) {
  const { id, version } = await owner.planner.session({ id: sessionId })
  await owner.planner.saveSessions({ sessions: [{ id, version }], changes, tell: false, reason: '' })
}

/** Signs a teacher in on this phone and marks Iris as here, without a signal. Returns how the office sees it. */
async function markWithoutSignal(page: Page, browser: Browser, site: string) {
  const desk = await browser.newPage()
  const owner = await startStaffSession(desk, site, 'owner')
  const { sessionId } = await makeBookedClass(owner, site, ['Iris'])
  const memberNow = await teachOn(page, owner, site, sessionId)
  const { day } = await owner.registers.get({ sessionId })
  await takeAlong(page, site)
  await page.context().setOffline(true)
  await page.goto(addresses.session({ id: sessionId }))
  await buttonOf(page, 'Iris', 'Here').click()
  await expect(barOf(page)).toContainText('1 mark not sent yet')
  const marksNow = async () => (await owner.registers.marks({ sessionId, day })).marks
  return { desk, owner, sessionId, memberNow, marksNow }
}

const fourteen = [
  ...['Abel', 'Bess', 'Cleo', 'Dora', 'Ezra', 'Fern', 'Gwen'],
  ...['Hugo', 'Iris', 'Jude', 'Kit', 'Lena', 'Milo', 'Nell'],
]

test('14 marks and a walk-in outlive a phone that dies without a signal, with their times @phone', async ({
  site,
  expectedComplaints,
}) => {
  test.setTimeout(180_000)
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const desk = await request.newContext({ baseURL: site })
  const headers = { 'x-office': '1', origin: site }
  const api = makeOfficeApi(async (path, data) =>
    (await desk.post(`/api/${path}`, { data: data as object, headers })).json(),
  )
  await api.session.signInToDemo({ role: 'owner' })
  const { sessionId } = await makeBookedClass(api, site, fourteen)
  const { day } = await api.registers.get({ sessionId })
  const { cookies } = await desk.storageState()
  const profile = mkdtempSync(join(tmpdir(), 'maypole-phone-'))
  const register = `${site}${addresses.session({ id: sessionId })}`

  const phone = await startPhone(profile, cookies)
  await takeAlong(phone.page, site)
  await phone.context.setOffline(true)
  await phone.page.goto(register)
  await expect(noSignal(phone.page)).toContainText('No signal')
  const began = Date.now()
  for (const name of fourteen) {
    await buttonOf(phone.page, name, 'Here').click()
    await expect(buttonOf(phone.page, name, 'Here')).toHaveAttribute('aria-pressed', 'true')
  }
  await phone.page.getByRole('button', { name: 'Add a walk-in' }).click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Wanda Way')
  await dialog.getByRole('button', { name: 'Add them as here' }).click()
  await expect(barOf(phone.page)).toContainText('15 marks not sent yet')
  // The page would ask before it is left while a mark is not on the disk.
  const isKept = () =>
    phone.page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(isKept).toBe(true)
  const over = Date.now()
  await phone.die()

  const again = await startPhone(profile, cookies)
  await again.context.setOffline(true)
  await again.page.goto(register)
  await expect(barOf(again.page)).toContainText('15 marks not sent yet')
  await expect(buttonOf(again.page, 'Nell', 'Here')).toHaveAttribute('aria-pressed', 'true')
  expect((await api.registers.marks({ sessionId, day })).marks).toEqual([])
  const back = Date.now()
  await again.context.setOffline(false)
  await expect(barOf(again.page)).toContainText('All sent', { timeout: 30_000 })
  const { marks, walkIns } = await api.registers.marks({ sessionId, day })
  expect(marks.map(({ state }) => state)).toEqual(Array(15).fill('here'))
  expect(walkIns.map(({ name }) => name)).toEqual(['Wanda Way'])
  // Each has the time of its press, not the time at which it came in.
  for (const { markedAt } of marks) {
    expect(Date.parse(markedAt)).toBeGreaterThanOrEqual(began - 2_000)
    expect(Date.parse(markedAt)).toBeLessThanOrEqual(over + 2_000)
    expect(Date.parse(markedAt)).toBeLessThan(back)
  }
  await again.die()
  await desk.dispose()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

test('the phone of a suspended teacher wipes itself at its next call; a later mark is refused @phone', async ({
  page,
  context,
  browser,
  site,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 401/)
  const { desk, owner, sessionId, memberNow, marksNow } = await markWithoutSignal(page, browser, site)

  const member = await memberNow()
  await owner.staff.suspend({
    ...{ id: member?.id as number, version: member?.version as number },
    ...{ isSuspended: true, reason: 'Left in a dispute' },
  })
  // A mark that is made after the suspension counts for nobody.
  await buttonOf(page, 'Iris', 'Late').click()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await marksNow()).map(({ state }) => state)).toEqual(['here'])
  await expect.poll(() => peopleKept(page)).toBe(0)
  await context.setOffline(true)
  await page.goto(addresses.session({ id: sessionId }))
  await expect(page.getByText('Iris')).toHaveCount(0)
  await desk.close()
})

test('a teacher taken off a date keeps the mark made before, and a later one is refused @phone', async ({
  page,
  context,
  browser,
  site,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 403/)
  const { desk, owner, sessionId, memberNow, marksNow } = await markWithoutSignal(page, browser, site)
  await changeDate(owner, sessionId, { dropTeachers: [(await memberNow())?.id as number] })
  await buttonOf(page, 'Iris', 'Late').click()
  await context.setOffline(false)
  await expect(page.getByText('This register is not yours').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await marksNow()).map(({ state }) => state)).toEqual(['here'])
  await desk.close()
})
