import { bookings, statement } from '#contract/addresses.ts'
import { businessRow } from '#demo/business.ts'
import { monthAfter, monthName } from '#domain/months.ts'
import { expectAccessible } from './barriers.ts'
import { pounds } from './booking-dialog.ts'
import { pay } from './kinds.ts'
import { childIdsOf, newPerson } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isPriced } from './timetable.ts'
import { today } from './today.ts'

const test = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Robyn', ['Wren'])),
})

test('a statement of a month is found in My Bookings, and printed on one page', async ({
  page,
  visitor,
  person,
}) => {
  const session = await findSession(visitor, isPriced)
  const childIds = await childIdsOf(person)
  const { orderNumber } = await person.api.orders.class.place({
    ...{
      offeringId: session.offeringId,
      sessionIds: [session.id],
      creditsWanted: undefined,
      discountCode: '',
    },
    attendees: { who: 'children', childIds },
  })
  await pay(page, person, orderNumber)

  await visit(page, `${bookings()}#past`)
  const thisMonth = today().slice(0, 7)
  await page.getByRole('link', { name: `${monthName(thisMonth)} for Wren` }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Statement for ${monthName(thisMonth)}`)
  await page.getByRole('link', { name: monthName(monthAfter(thisMonth, 1)) }).click()
  await expect(heading).toHaveText(`Statement for ${monthName(monthAfter(thisMonth, 1))}`)

  await visit(page, statement({ childId: childIds[0] ?? 0, month: session.date.slice(0, 7) }))
  const paper = page.getByRole('region', { name: 'Statement' })
  const { legal_name, address, childcare_registration } = businessRow
  for (const fact of [
    ...['Wren', 'Robyn Hart', legal_name, address, childcare_registration],
    ...[session.title, `Total${pounds(session.pricePence)}`],
  ]) {
    await expect(paper).toContainText(fact)
  }
  await expectAccessible(page)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await visit(page, statement({ childId: 999_999, month: thisMonth }))
  await expect(heading).toHaveText('There is no such child in your account')
})
