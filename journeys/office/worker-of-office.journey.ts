import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test } from '../site-test.ts'
import { startChangingServer } from './changing-server.ts'
import { freshName } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'
import { barOf, buttonOf, makeClassNow, noSignal, peopleKept, takeAlong } from './without-signal.ts'

const inTime = { timeout: 30_000 }

const filesKept = (page: Page) => page.evaluate(async () => (await caches.keys()).sort())
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const isOneWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).some(({ waiting }) => waiting))

test('a new service worker takes over without losing a mark, and OFFLINE_REGISTERS=off removes it @phone', async ({
  page,
  context,
  expectedComplaints,
}) => {
  test.setTimeout(180_000)
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503|ERR_FAILED/)
  const server = await startChangingServer()
  const { site } = server
  const line = await context.newCDPSession(page)
  // Playwright’s own switch waits for every service worker, also for one that ends, and then it can wait for ever.
  const setOffline = async (offline: boolean) => {
    server.loseSignal(offline)
    await line.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
    })
  }
  await line.send('ServiceWorker.enable')
  /** Stops workers as a phone does. Chromium sometimes takes minutes to do so, and a new worker waits for it. */
  const stopFormer = async () => {
    if (await isOneWaiting(page)) await line.send('ServiceWorker.stopAllWorkers')
  }
  const filesAfterStop = () => stopFormer().then(() => filesKept(page))
  const workersAfterStop = () => stopFormer().then(() => workers(page))
  try {
    const api = await startStaffSession(page, site, 'owner')
    const { offeringId, sessionId } = await makeClassNow(api, freshName('Cellar'))
    await placeOrder(await newPerson(site, 'Nora', ['Iris']), 'class', { offeringId, id: sessionId })
    const { day } = await api.registers.get({ sessionId })
    const register = `${site}${addresses.session({ id: sessionId })}`
    const states = async () => (await api.registers.marks({ sessionId, day })).marks.map(({ state }) => state)
    await takeAlong(page, site)
    const [former] = await filesKept(page)

    // A mark waits on the device while the next release arrives.
    server.refuseMarks(true)
    await page.goto(register)
    await buttonOf(page, 'Iris', 'Here').click()
    await expect(barOf(page)).toContainText('1 mark not sent yet')
    // Said in words once it is on the disk.
    await expect(page.getByText(/^Here \d\d:\d\d/)).toBeVisible()
    server.release()
    await page.reload()
    await expect.poll(filesAfterStop, inTime).toEqual([former, 'maypole-office-next1'].sort())
    await setOffline(true)
    await page.reload()
    await expect(noSignal(page)).toContainText('No signal')
    await expect(buttonOf(page, 'Iris', 'Here')).toHaveAttribute('aria-pressed', 'true')
    await expect(barOf(page)).toContainText('1 mark not sent yet')
    server.release()
    await setOffline(false)
    await page.reload()
    await expect
      .poll(filesAfterStop, { message: 'the files of the release before stay', ...inTime })
      .toEqual(['maypole-office-next1', 'maypole-office-next2'])
    server.refuseMarks(false)
    await expect(barOf(page)).toContainText('All sent', { timeout: 30_000 })
    expect(await states()).toEqual(['here'])

    // The operator ends it. What waits is handed in, and nobody is kept.
    await setOffline(true)
    await page.goto(register)
    await buttonOf(page, 'Iris', 'Late').click()
    await expect(barOf(page)).toContainText('1 mark not sent yet')
    await expect(page.getByText(/^Late \d\d:\d\d/)).toBeVisible()
    await server.restart({ OFFLINE_REGISTERS: 'off' })
    await setOffline(false)
    await page.goto(register)
    await expect.poll(workersAfterStop, inTime).toBe(0)
    await expect.poll(() => filesKept(page), inTime).toEqual([])
    await expect.poll(() => peopleKept(page), inTime).toBe(0)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['here', 'late'])
    await setOffline(true)
    await expect(page.goto(register)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  } finally {
    await page.close()
    await server.stop()
  }
})
