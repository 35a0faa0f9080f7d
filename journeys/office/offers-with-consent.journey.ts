import * as siteAddresses from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { isThisAdvertising } from '#domain/office/messages.ts'
import { expectAccessible } from '../barriers.ts'
import { pay, placeOrder } from '../kinds.ts'
import { newPerson, readMail } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes a class in which two families have a place. One of them agrees to offers. */
async function makeAudience(page: Parameters<typeof startStaffSession>[0], site: string) {
  const owner = await startStaffSession(page, site, 'owner')
  const name = freshName('Kites')
  const { offeringId, sessionId } = await makeClass(owner, name, { date: addDays(today(), 9) })
  const [agrees, declines] = [
    await newPerson(site, 'Robyn', ['Wren']),
    await newPerson(site, 'Gwen', ['Lark']),
  ]
  for (const person of [agrees, declines]) {
    await pay(page, person, await placeOrder(person, 'class', { offeringId, id: sessionId }))
  }
  await agrees.api.accounts.saveOffers({ wantsOffers: true })
  await declines.api.accounts.saveOffers({ wantsOffers: false })
  return { owner, offeringId, sessionId, agrees, declines }
}

test('J14: a message to a class with an offer in it is stopped, and sent as an offer to those who agreed @desk', async ({
  page,
  site,
}) => {
  const { sessionId, agrees, declines } = await makeAudience(page, site)
  await visit(page, addresses.register({ id: sessionId }))
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  const subject = `Easter camp ${freshName('week')}`
  await page.getByLabel(/^Subject/).fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {first name}, our camp is 20% off.')
  const question = page.getByRole('dialog')
  await expect(page.getByText(isThisAdvertising('20% off'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send to/ })).toHaveCount(0)
  await expectAccessible(page, 24)
  const titles = async (person: typeof agrees) =>
    (await person.api.notifications.list({})).map(({ title }) => title)
  expect(await titles(agrees)).not.toContain(subject)

  // A sender who knows better may say so; that way stands second.
  await page.getByLabel('It is about what they booked, and no advertising').click()
  await expect(page.getByRole('button', { name: 'Send to 2 addresses' })).toBeVisible()
  await page.getByLabel('It is about what they booked, and no advertising').click()
  await page.getByRole('button', { name: 'Send it as an offer: to the 1 who agreed' }).click()
  await expect(question.getByRole('row', { name: /^To .*Kites/ })).toBeVisible()
  await expect(question.getByRole('row', { name: 'Have not agreed to offers' })).toContainText('1')
  await question.getByRole('button', { name: 'Send it now' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`Robyn.*${agrees.email}.*Sent`) })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('An offer: only to those who agreed to offers.')).toBeVisible()
  await expect(page.getByText('1 address was left out')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(declines.email) })).toHaveCount(0)
  expect(await titles(declines)).not.toContain(subject)
})

test('J15: a mail program’s own button ends offers; opening the link or a wrong one does not @phone', async ({
  page,
  context,
  site,
}) => {
  const { owner, sessionId, agrees } = await makeAudience(page, site)
  const subject = `Easter camp ${freshName('week')}`
  const offer = {
    audience: { to: 'date' as const, sessionId },
    ...{ kind: 'offers' as const, subject, text: 'Our camp is 20% off.' },
  }
  const { mailed, toRing } = await owner.messages.preview(offer)
  expect(mailed).toBe(1)
  await owner.messages.send({ ...offer, isNotAdvertising: false, expected: { mailed, toRing } })
  const { text } = await readMail(site, agrees.email, new RegExp(subject))
  const [link = ''] = /http\S+\/unsubscribe\/\S+/.exec(text) ?? []
  const body = 'List-Unsubscribe=One-Click'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  // A scanner of links opens it, and somebody guesses another one.
  expect((await fetch(link)).status).toBe(200)
  expect((await fetch(`${link.slice(0, -4)}AAAA`, { method: 'POST', body, headers })).status).toBe(404)
  expect(await agrees.api.accounts.offers({})).toEqual({ getsOffers: true })

  // The request of a mail program: no cookie, no page.
  expect((await fetch(link, { method: 'POST', body, headers })).status).toBe(200)
  expect(await agrees.api.accounts.offers({})).toEqual({ getsOffers: false })
  expect(await owner.messages.preview(offer)).toMatchObject({ mailed: 0, withoutConsent: 2 })

  // The family finds it off in its account, turns it on again, and ends it by the page behind the link.
  await signIn(context, site, agrees)
  await visit(page, siteAddresses.details())
  const choice = page.getByRole('checkbox', { name: 'Send me offers by email' })
  await expect(choice).toBeEnabled()
  await expect(choice).not.toBeChecked()
  // The box changes when the press is on its way, not within the press.
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(choice).toBeEnabled()
  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('status')).toContainText('You get no more offers from us')
  expect(await agrees.api.accounts.offers({})).toEqual({ getsOffers: false })
})
