import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { addDays } from '#domain/calendar.ts'
import { setUpSteps } from '#domain/office/business-rules.ts'
import { expectAccessible, expectAccessibleByNight, expectWideParagraphs } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { expectNoNamesakes } from './namesakes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Pages for people who are not signed in. */
const doors: string[] = [addresses.signIn.path, addresses.welcome.path, addresses.recover.path]

/** Lists addresses for pages that need an id or have several views. A new page with an id fails until it is added. */
async function findShown(api: OfficeApi): Promise<Record<string, string[]>> {
  const days = await api.planner.week({ from: today(), to: addDays(today(), 7) })
  const { sessionId, offeringId } = {
    sessionId: days[0]?.id as number,
    offeringId: days[0]?.offeringId as number,
  }
  const clashing = (await api.planner.week({ from: today(), to: addDays(today(), 90), clashesOnly: true }))[0]
    ?.id as number
  const term = (await api.terms.list({}))[0]?.id as number
  const family = (await api.families.list({ after: '' })).items[0]?.accountId as number
  const order = (await api.orders.list({ after: '' })).items[0]?.number as string
  return {
    [addresses.planner.path]: [addresses.planner(), `${addresses.planner()}?view=list`],
    [addresses.session.path]: [sessionId, clashing].map(id => addresses.session({ id })),
    [addresses.sessionTab.path]: ['details', 'history'].map(tab =>
      addresses.sessionTab({ id: sessionId, tab }),
    ),
    [addresses.plannedClass.path]: [addresses.plannedClass({ id: offeringId })],
    [addresses.term.path]: [addresses.term({ id: term })],
    [addresses.register.path]: [addresses.register({ id: sessionId })],
    // No such incident exists: shows the page's “not found”. Another journey checks an existing one.
    [addresses.incident.path]: [addresses.incident({ id: 0 })],
    [addresses.fireList.path]: [addresses.fireList({ id: days[0]?.venueId as number })],
    [addresses.family.path]: [addresses.family({ id: family })],
    [addresses.familyTab.path]: ['children', 'bookings', 'orders', 'credits', 'notes', 'history'].map(tab =>
      addresses.familyTab({ id: family, tab }),
    ),
    [addresses.order.path]: [addresses.order({ number: order })],
    // No such cancellation exists: shows the page's “not found”. Another journey checks an existing
    // one.
    [addresses.cancelledDates.path]: [addresses.cancelledDates({ id: 0 })],
    // No such message exists: shows the page's “not found”.
    [addresses.message.path]: [addresses.message({ id: 0 })],
    // No such import exists: shows the page's “not found”. Another journey checks an existing one.
    [addresses.importRun.path]: [addresses.importRun({ id: 0 })],
    [addresses.helpTopic.path]: ['refunds', 'nothing'].map(topic => addresses.helpTopic({ topic })),
    [addresses.setUp.path]: [...setUpSteps, 'open'].map(step => addresses.setUp({ step })),
  }
}

const paths = Object.values(addresses).flatMap(address => ('path' in address ? [address.path] : []))
const pagesOfATest = 10
const firsts = paths.map((_, at) => at).filter(at => at % pagesOfATest === 0)

// Names that families, staff and imports enter, as they appear in answers.
const names =
  /"(name|fullName|displayName|firstName|lastName|who|title|what|venue|room|ages|type|email)":"[^"]+"/g
const longName = 'Maximiliana Wolfeschlegelsteinhausenbergerdorffwelchevor Street'

for (const first of firsts) {
  const some = paths.slice(first, first + pagesOfATest)
  test(`axe finds nothing in light or dark, and no two controls share a name: ${some[0]} and following`, async ({
    page,
    site,
    expectedComplaints,
  }) => {
    test.slow()
    expectedComplaints.push(/status of 401/)
    const look = async (address: string) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await visit(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page, 24)
      await expectWideParagraphs(page)
      await expectNoNamesakes(page)
      await expectAccessibleByNight(page)
    }
    for (const path of some.filter(path => doors.includes(path))) await look(path)
    const shown = await findShown(await startStaffSession(page, site, 'owner'))
    for (const path of some.filter(path => !doors.includes(path))) {
      const all = shown[path] ?? (path.includes(':') ? undefined : [path])
      expect(all, `what ${path} is opened with`).toBeDefined()
      for (const address of all ?? []) await look(address)
    }
  })

  test(`no page is wider than its window, even with long names: ${some[0]} and following @desk`, async ({
    page,
    site,
  }) => {
    test.slow()
    const shown = await findShown(await startStaffSession(page, site, 'owner'))
    await page.route('**/api/Office/**', async route => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(names, `"$1":"${longName}"`),
      })
    })
    for (const path of some.filter(path => !doors.includes(path))) {
      for (const address of shown[path] ?? (path.includes(':') ? [] : [path])) {
        await visit(page, address)
        await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0)
        for (const width of [1280, 768, 390]) {
          await page.setViewportSize({ width, height: 900 })
          // The body leaves room for a scroll bar.
          const tooWide = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)
          await expect.soft.poll(tooWide, { message: `${address} at ${width}` }).toBeLessThanOrEqual(0)
        }
      }
    }
  })
}
