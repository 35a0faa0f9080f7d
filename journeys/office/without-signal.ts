import type { Locator, Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { expect, visit } from '../site-test.ts'
import { makeClass } from './planned-classes.ts'

/** Opens the list of registers and waits until this browser has downloaded them. */
export async function takeAlong(page: Page, site = ''): Promise<void> {
  const taken = page.waitForResponse(/Registers\/along/)
  await visit(page, `${site}${addresses.registers()}`)
  await taken
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => peopleKept(page)).toBeGreaterThan(0)
}

const countKept = (page: Page, store: 'people' | 'readings'): Promise<number> =>
  page.evaluate(
    name =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('maypole-office')
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction(name).objectStore(name).count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
    store,
  )

/** Counts what this browser keeps about people. */
export const peopleKept = (page: Page): Promise<number> => countKept(page, 'people')
/** Counts the readings that this browser has not handed in yet. */
export const readingsKept = (page: Page): Promise<number> => countKept(page, 'readings')

/** Makes a class that begins within the hour, so that it can be booked and marked. */
export async function makeClassNow(api: OfficeApi, name: string, given: { capacity?: number } = {}) {
  const [date = '', startTime = ''] = momentInLondon(new Date(Date.now() + 20 * 60_000)).split(' ')
  const [endDate = '', endTime = ''] = momentInLondon(new Date(Date.now() + 80 * 60_000)).split(' ')
  return makeClass(api, name, { ...given, date, startTime, endDate, endTime })
}

export const buttonOf = (page: Page, name: string, mark: string): Locator =>
  page.getByRole('group', { name: new RegExp(name) }).getByRole('button', { name: new RegExp(`^${mark}: `) })
export const barOf = (page: Page) => page.getByRole('region', { name: 'Marks' })
export const noSignal = (page: Page) => page.getByRole('region', { name: 'No signal' })
