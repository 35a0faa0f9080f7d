import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import {
  changeOffered,
  chooseChild,
  closeMessages,
  message,
  openBooking,
  pounds,
  total,
} from './booking-dialog.ts'
import { addressOf, changeAnswers, nextCall } from './calls-of-page.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isPriced, openTimetable, sessionCard } from './timetable.ts'

// The office raises a price while a page still shows the old one. The server gives the old price
// until the order is submitted.

const isNow = (pence: number) => `The price is now ${pounds(pence)}. Please look again`

/** Confirms the old price. From then on the server answers the new price, which the page has to show and ask about. */
async function expectAsked(
  page: Page,
  { call, press, shown, pence }: { call: { path: string }; press: Locator; shown: Locator; pence: number },
): Promise<void> {
  await expect(shown).toContainText(pounds(pence - 100))
  await press.click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText(pounds(pence - 100))
  await page.unroute(addressOf(call))
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(message(page, isNow(pence))).toBeVisible()
  await expect(shown).toContainText(pounds(pence))
  await closeMessages(page)
  await press.click()
  await expect(question).toContainText(pounds(pence))
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
}

const cheaper = <Quote extends { totalPence: number }>(quote: Quote): Quote => ({
  ...quote,
  totalPence: quote.totalPence - 100,
})

signedInTest(
  'a booking whose price has risen shows the new price and asks again',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, isPriced)
    const { preview, place } = contract.orders.class
    await changeAnswers(page, preview, cheaper)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    const sent = nextCall(page, place)
    const press = dialog.getByRole('button', { name: 'Book Now' })
    await expectAsked(page, { call: preview, press, shown: total(dialog), pence: session.pricePence })
    expect((await sent).shown).toEqual({ totalPence: session.pricePence - 100, creditsUsed: 0 })
  },
)

signedInTest(
  'a trial whose price has risen shows the new price and asks again',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const fits = (one: Parameters<typeof isPriced>[0]) =>
      one.offersTrial && one.trialPricePence > 0 && one.placesLeft >= 3
    const session = await findSession(visitor, fits)
    const pence = session.trialPricePence
    const { preview } = contract.orders.class
    await changeOffered(page, preview, session, { trialPricePence: pence - 100 })
    await openTimetable(page, session)
    await sessionCard(page, session).getByRole('button', { name: 'Trial' }).click()
    const dialog = page.getByRole('dialog', { name: `Book a trial: ${session.typeName}` })
    await chooseChild(dialog, 'Wren')
    const press = dialog.getByRole('button', { name: 'Book Trial' })
    await expectAsked(page, { call: preview, press, shown: total(dialog), pence })
  },
)

signedInTest(
  'a checkout whose price has risen shows the new price and asks again',
  { tag: '@desk' },
  async ({ page, person, visitor }) => {
    const session = await findSession(visitor, isPriced)
    const [child] = await person.api.children.list()
    const attendees = { who: 'children' as const, childIds: [child?.id ?? 0] }
    await person.api.sessionBaskets.class.add({ sessionIds: [session.id], attendees })
    const { list } = contract.sessionBaskets.class
    await changeAnswers(page, list, cheaper)
    await visit(page, '/home/cart?type=0')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const checkout = page.getByRole('dialog', { name: 'Checkout' })
    const press = checkout.getByRole('button', { name: 'Place order' })
    await expectAsked(page, { call: list, press, shown: total(checkout), pence: session.pricePence })
  },
)

signedInTest(
  'a class pack and a product whose price has risen show the new price and ask again',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const [pack] = await visitor.credits.packs()
    const { name, pricePence } = pack as CallOutput<typeof contract.credits.packs>[number]
    const { packs } = contract.credits
    await changeAnswers(page, packs, all => all.map(one => ({ ...one, pricePence: one.pricePence - 100 })))
    // Reached by a link within the site, so that the page itself calls for the packs.
    await visit(page, '/home/contact')
    await page.getByRole('banner').getByRole('link', { name: 'Class Packs' }).click()
    const article = page.getByRole('article').filter({ hasText: name })
    const press = article.getByRole('button', { name: 'Buy Now' })
    await expectAsked(page, { call: packs, press, shown: article, pence: pricePence })

    const [product] = (await visitor.shop.products({ isPopular: true })).items
    const { previewProduct } = contract.shop
    await changeAnswers(page, previewProduct, cheaper)
    await visit(page, `/home/pay?id=${product?.id}&num=2&type=0`)
    await page.getByLabel('Address').fill('4 Elm Lane, Bristol')
    await page.getByLabel('Postal code').fill('BS6 6AA')
    await expectAsked(page, {
      call: previewProduct,
      press: page.getByRole('button', { name: 'Place order' }),
      shown: page.locator('.checkout-total'),
      pence: 2 * (product?.pricePence ?? 0),
    })
  },
)
