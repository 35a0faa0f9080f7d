import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { pay, placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('products are handed over in the register of the class, and a slip is undone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  const manager = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionId } = await makeClass(manager, freshName('Kites'), {
    date: addDays(today(), 9),
  })
  const person = await newPerson(site, 'Robyn', ['Wren'])
  await pay(page, person, await placeOrder(person, 'class', { offeringId, id: sessionId }))
  const [product] = (await person.api.shop.products({ isPopular: true })).items
  const { orderNumber } = await person.api.shop.placeProduct({
    ...{ productId: product?.id as number, quantity: 2, fullName: 'Robyn Hart', mobile: '07700 900188' },
    ...{ address: '', postcode: '', collects: true },
  })
  await pay(page, person, orderNumber)

  const api = await startStaffSession(page, site, 'frontDesk')
  // The lines come with the register, so that no row moves after they are drawn.
  await page.route(/Parcels\/atClass$/, route => route.abort())
  expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
  await visit(page, addresses.register({ id: sessionId }))
  const row = page.getByRole('list', { name: 'Who comes' }).getByRole('listitem')
  await expect(row.getByText('To hand over: ')).toContainText(`2 × ${product?.name}`)
  await expectAccessible(page, 24)
  await page.unrouteAll({ behavior: 'wait' })
  const handedOver = row.getByRole('button', { name: /^Handed over: / })
  await handedOver.click()
  const done = row.getByText(/^Handed over \d\d:\d\d, /)
  await expect(done).toContainText(product?.name ?? '')
  await expectAccessible(page, 24)
  const isListed = async () =>
    (await api.parcels.list({})).parcels.some(({ number }) => number === orderNumber)
  expect(await isListed()).toBe(false)
  await row.getByRole('button', { name: /^Undo: / }).click()
  await expect(handedOver).toBeVisible()
  expect(await isListed()).toBe(true)
  await handedOver.click()
  await expect(done).toBeVisible()
  // Nobody is told before it can no longer be undone.
  expect((await person.api.notifications.list()).map(({ title }) => title)).not.toContain(
    'We have handed over your order',
  )
  await visit(page, addresses.order({ number: orderNumber }))
  await expect(page.getByText(/Handed over .* by /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as handed over' })).toHaveCount(0)
})
