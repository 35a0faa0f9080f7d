import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { chooseChild, message, openBooking, pounds, total } from './booking-dialog.ts'
import { addressOf, answerInstead, listenToCalls, refuse, success } from './calls-of-page.ts'
import { newPerson } from './people.ts'
import { expect, logIn, signedInTest, test, visit } from './site-test.ts'
import { findSessions, placesLeft, type Session } from './timetable.ts'

const answer = (page: Page, word: 'Yes' | 'Cancel') =>
  page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: word }).click()

const packOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

// Proves PACK-01 to PACK-08, PACK-11, ROUTE-26.
test('a visitor sees what the packs cost, and logs in to buy one', async ({ page, site, visitor }) => {
  const packs = await visitor.credits.packs()
  const { packText } = await visitor.content.siteSettings()
  await visit(page, '/home/classPack')
  await expect(page.getByRole('main')).toContainText(packText.replace(/<[^>]*>/g, ''))
  expect(packs.length).toBeGreaterThan(2)
  await expect(page.getByRole('article')).toHaveCount(packs.length)
  for (const { name, credits, description, description2, pricePence } of packs) {
    const pack = packOf(page, name)
    await expect(pack.getByRole('heading')).toHaveText(name)
    // The office may leave a pack's description empty.
    const said = [description, description2].filter(Boolean)
    for (const words of [`${credits} classes`, ...said, pounds(pricePence)]) {
      await expect(pack.getByText(words, { exact: true })).toBeVisible()
    }
    await expect(pack.getByRole('button', { name: 'Buy Now' })).toBeVisible()
  }
  await packOf(page, 'Hatchling pack').getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/login$/)

  // After the log-in the question appears without another press.
  await logIn(page, await newPerson(site, 'Gwen', []))
  await expect(page).toHaveURL(/\/home\/classPack$/)
  await expect(page.getByRole('dialog', { name: 'Please confirm' })).toContainText(sentences.confirmOrder)
})

// Proves PACK-09, PACK-10, PACK-12, PACK-13.
signedInTest(
  'a parent buys a pack by card, and gets its credits and points',
  async ({ page, person, visitor }) => {
    const packId = (await visitor.credits.packs()).find(({ name }) => name === 'Hatchling pack')?.id
    const calls = listenToCalls(page)
    await visit(page, '/home/classPack')
    const buy = packOf(page, 'Hatchling pack').getByRole('button', { name: 'Buy Now' })
    await buy.click()
    await answer(page, 'Cancel')
    await expect(message(page, sentences.cancelled)).toBeVisible()
    calls.expectNoCall(contract.credits.buyPack)
    await refuse(page, contract.credits.buyPack, sentences.packNotFound)
    await buy.click()
    await answer(page, 'Yes')
    await expect(message(page, sentences.packNotFound)).toBeVisible()
    await page.unrouteAll()
    // As if the pack were free, so that its credits arrive at once.
    const { buyPack } = contract.credits
    const placed = await person.api.credits.buyPack({ packId: packId ?? 0 })
    await answerInstead(page, buyPack, () => success(buyPack, { ...placed, totalPence: 0, status: 'paid' }))
    const creditsRead = page.waitForRequest(addressOf(contract.accounts.profile))
    await buy.click()
    await answer(page, 'Yes')
    await expect(page.getByText('You have 0 credits now')).toBeVisible()
    await creditsRead
    await page.unrouteAll()
    await visit(page, '/home/classPack')
    await buy.click()
    await answer(page, 'Yes')
    await calls.expectCall(contract.credits.buyPack, { packId })
    await calls.expectCall(contract.payments.openCardPage, { device: 'web' })
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page).toHaveURL(/paySuccess/)
    await expect(page.getByText('Its credits are on your account')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book a class' })).toBeVisible()
    const orderNumber = new URL(page.url()).searchParams.get('order_sn') as string
    await page.getByRole('link', { name: orderNumber }).click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('Hatchling pack')
    await expect(receipt).toContainText(`Paid by${person.firstName}`)
    await expect(receipt).toContainText(/Total paid£\d+\.\d\d/)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

    await visit(page, '/home/userInfo/package')
    await expect(page.getByText('You have 5 class credits.')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText(/\+5.*Hatchling pack/s)
    await expect(page.getByRole('heading', { name: 'How class packs work' })).toBeVisible()
    await visit(page, '/home/userInfo/integral')
    const [points] = (await person.api.credits.pointEntries({})).items
    await expect(page.getByRole('row').nth(1)).toContainText(`+${points?.points}`)
  },
)

// Proves CART-20, CART-29, CART-30, ERR-23, ERR-25, RES-09.
signedInTest(
  'a parent puts two classes into the basket, deletes one and pays for the other @desk',
  async ({ page, person, visitor }) => {
    const [first, second] = (await findSessions(
      visitor,
      2,
      ({ typeName, placesLeft: left }) => typeName === 'Muddy Boots' && left >= 3,
    )) as [Session, Session]
    const before = await placesLeft(visitor, first)
    for (const session of [first, second]) {
      const dialog = await openBooking(page, session)
      const add = dialog.getByRole('button', { name: 'Add to Basket' })
      await add.click()
      await expect(message(page, sentences.selectYourChild)).toBeVisible()
      await chooseChild(dialog, 'Wren')
      await add.click()
      await expect(message(page, sentences.addedToBasket)).toBeVisible()
    }
    expect(await placesLeft(visitor, first)).toBe(before)

    await visit(page, '/home/cart')
    const lines = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    await expect(lines).toHaveCount(2)
    const all = page.getByLabel('Select all')
    await expect(all).toBeChecked()
    await all.uncheck()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(message(page, sentences.selectCourse)).toBeVisible()
    await lines
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(message(page, sentences.deleted)).toBeVisible()
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('Wren')

    await lines.getByRole('checkbox').check()
    await expect(all).toBeChecked()
    await all.uncheck()
    await expect(lines.getByRole('checkbox')).not.toBeChecked()
    await all.check()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const checkout = page.getByRole('dialog', { name: 'Checkout' })
    await expect(checkout.getByText('Class credits used')).toBeVisible()
    await expect(total(checkout)).toContainText(/1 class.*£\d+\.\d\d/s)
    await checkout.getByRole('button', { name: 'Place order' }).click()
    await answer(page, 'Yes')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page).toHaveURL(/paySuccess/)
    expect(await placesLeft(visitor, first)).toBe(before - 1)
    await visit(page, '/home/cart')
    await expect(page.getByRole('heading', { name: 'No classes in your basket' })).toBeVisible()
    const orders = await person.api.orders.class.list({})
    expect(orders.items.map(({ status }) => status)).toEqual(['paid'])
  },
)
