import { expect, test } from 'vitest'
import { makeAccount } from '#testing/make-account.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, makePackOrder } from '#testing/make-order.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')

const registered = { isVatRegistered: true, vatNumber: 'GB 999 9999 73' }
const versionOf = async () => (await owner.business.get({})).version

test('the owner says since when the business is registered, and its usual VAT code', async () => {
  expect(await owner.business.get({})).toMatchObject({ vatCode: 'standard', vatRegisteredOn: null })
  await owner.business.saveTax({
    ...{ version: await versionOf(), ...registered },
    ...{ vatCode: 'exempt', vatRegisteredOn: '2026-04-01' },
  })
  expect(await owner.business.get({})).toMatchObject({ vatCode: 'exempt', vatRegisteredOn: '2026-04-01' })
  // A form that knows neither leaves both as they are.
  await owner.business.saveTax({ version: await versionOf(), ...registered })
  expect(await owner.business.get({})).toMatchObject({ vatCode: 'exempt', vatRegisteredOn: '2026-04-01' })
  const manager = await app.office('manager')
  await expect(
    manager.business.saveTax({ version: await versionOf(), ...registered, vatCode: 'zero' }),
  ).rejects.toMatchObject({ officeCode: 403 })
})

test('a sold place and pack keep the VAT code of their day; before the registration they have none', async () => {
  const change = async (tax: { isVatRegistered: boolean; vatCode: 'standard' | 'reduced' }) =>
    owner.business.saveTax({ version: await versionOf(), vatNumber: 'GB 999 9999 73', ...tax })
  await change({ isVatRegistered: false, vatCode: 'standard' })
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850, capacity: 9 })
  const sold = async () => {
    const { orderId } = await makeClassOrder(app, { session })
    return (await rowOf(app.db, 'bookings', { order_id: orderId })).vat_code
  }
  expect(await sold()).toBeNull()
  await change({ isVatRegistered: true, vatCode: 'standard' })
  expect(await sold()).toBe('standard')
  const [type] = (await owner.types.list({})).filter(({ uses }) => uses > 0)
  if (!type) throw new Error('there is no type')
  const { uses: _, ...fields } = type
  await owner.types.save({ ...fields, vatCode: 'exempt' })
  expect(await sold()).toBe('exempt')
  // A form that does not know the field leaves it as it is.
  const [again] = (await owner.types.list({})).filter(({ id }) => id === type.id)
  const { vatCode: kept, uses: __, ...old } = again ?? type
  expect(kept).toBe('exempt')
  await owner.types.save(old)
  expect(await sold()).toBe('exempt')
  await change({ isVatRegistered: true, vatCode: 'reduced' })
  const { orderId } = await makePackOrder(app, {
    credits: 5,
    pricePence: 3000,
    account: await makeAccount(app),
  })
  expect(await rowOf(app.db, 'order_packs', { order_id: orderId })).toMatchObject({ vat_code: 'reduced' })
  await expect(
    changeRows(app.db, 'order_packs', { order_id: orderId }, { vat_code: 'zero' }),
  ).rejects.toThrow('a sold line keeps its VAT code')
})
