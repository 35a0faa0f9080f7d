import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes dates of a class that the demo's teacher teaches: early tomorrow with a child booked, and in ten days. */
async function makeTaughtDates(page: Page, site: string) {
  const { id } = await (await startStaffSession(page, site, 'teacher')).session.me({})
  const owner = await startStaffSession(page, site, 'owner')
  const { types, venues, ages } = await owner.planner.choices({})
  const name = freshName('Mime')
  // Read once, because midnight may pass in between.
  const first = today()
  const laterDay = addDays(first, 10)
  const { offeringId, sessionIds } = await owner.planner.makeClass({
    typeId: types.find(({ kind }) => kind === 'class')?.id as number,
    venueId: venues[0]?.id as number,
    ageGroupId: ages[0]?.id as number,
    ...{ name, roomId: null, colour: '#7c5cff', introductionHtml: '', imagePath: '' },
    ...{ isPackOnly: false, pricePence: 850, offersTrial: false, trialPricePence: 0 },
    ...{ capacity: 12, teacherIds: [id], slots: [], publish: 'now' },
    dates: [addDays(first, 1), laterDay].map(date => ({ date, startTime: '00:15', endTime: '01:00' })),
  })
  const [soon, later] = sessionIds as [number, number]
  const family = await newPerson(site, 'Robyn', ['Wren'])
  await placeOrder(family, 'class', { offeringId, id: soon })
  return { name, soon, later, laterDay }
}

test('a teacher sees when their register opens, and no links to pages of other roles', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Registers\/get/)
  const { name, soon, later, laterDay } = await makeTaughtDates(page, site)
  await startStaffSession(page, site, 'teacher')
  await visit(page, addresses.register({ id: soon }))
  const rows = page.getByRole('list', { name: 'Who comes' })
  // In the last hour of the day the buttons name the child too.
  await expect(rows.locator('.register-name').getByText(/^Wren /)).toBeVisible()
  await expect(rows.getByRole('link', { name: /Wren/ })).toHaveCount(0)

  await visit(page, addresses.registers())
  const coming = page.getByRole('region', { name: 'Your next 14 days' })
  await expect(coming.getByText(name)).toBeVisible()
  await expect(coming.getByText(/^.*Opens \w{3} \d+ \w{3} \d\d:\d\d/).first()).toBeVisible()
  await expect(coming.getByRole('link')).toHaveCount(0)
  await visit(page, `${addresses.registers()}?date=${laterDay}`)
  await expect(page.getByText(/There are no classes/)).toHaveCount(0)
  await expect(page.getByText(name)).toBeVisible()
  await visit(page, addresses.register({ id: later }))
  await expect(page.getByRole('heading', { name: /^Opens \w{3} \d+ \w{3} \d\d:\d\d$/ })).toBeVisible()
})

test('no link of the office leads a teacher to a page that they may not see @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/status of 40[13]/)
  await makeTaughtDates(page, site)
  await startStaffSession(page, site, 'teacher')
  const kindOf = (address: string) => address.replace(/[?#].*/, '').replace(/(?<=\/)[^/]*\d[^/]*/g, 'n')
  const waiting: string[] = [addresses.today(), addresses.registers(), addresses.planner()]
  const seen = new Set(waiting.map(kindOf))
  while (waiting.length > 0) {
    const address = waiting.shift() as string
    await visit(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0)
    for (const no of [officeSentences.notYours, /was not found$/, /is not yours$/])
      await expect.soft(page.getByRole('heading', { name: no }), `${no} at ${address}`).toHaveCount(0)
    const links = await page
      .locator('a[href^="/office"]')
      .evaluateAll(all => all.map(link => link.getAttribute('href') as string))
    for (const link of links) {
      if (seen.has(kindOf(link))) continue
      seen.add(kindOf(link))
      waiting.push(link)
    }
  }
  expect(seen.size).toBeGreaterThan(4)
})
