import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { waitingSentences } from '#domain/office/waiting-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a waiting family is offered a place out of turn, and another one is put on and taken off', async ({
  page,
  site,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/status of 403/)
  const name = freshName('Waltz')
  const manager = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionId } = await makeClass(manager, name, { date: addDays(today(), 9), capacity: 1 })
  const holder = await newPerson(site, 'Hilda', ['Ash'])
  const [first, second] = [await newPerson(site, 'Fay', ['Fern']), await newPerson(site, 'Sol', ['Sage'])]
  const attendees = async (person: typeof holder) => ({
    who: 'children' as const,
    childIds: await childIdsOf(person),
  })
  await holder.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], discountCode: '', attendees: await attendees(holder) },
  })
  for (const person of [first, second]) {
    await person.api.waitingLists.class.join({ offeringId, sessionId, attendees: await attendees(person) })
  }

  // Groups the list by date, which says who has waited since when.
  await visit(page, addresses.today())
  await visit(page, addresses.waiting())
  await expect(page.getByRole('heading', { name: 'Waiting lists' })).toBeVisible()
  await page.getByRole('button', { name }).first().click()
  const queue = page.getByRole('dialog', { name })
  await expect(
    queue.getByRole('list', { name: 'Who waits' }).getByRole('link', { name: / Hart$/ }),
  ).toHaveText(['Fern Hart', 'Sage Hart'])
  await expect(queue.getByText('Next')).toBeVisible()
  await expectAccessible(page, 24)

  // An offer out of turn for a full date: adds a place in the same press and asks for a reason.
  await queue.getByRole('button', { name: 'Offer now to Sage Hart' }).click()
  const offer = page.getByRole('dialog', { name: 'Offer Sage Hart a place' })
  await expect(offer.getByText('1 family has waited longer')).toBeVisible()
  await offer.getByLabel('Keep it for').fill('0')
  const press = offer.getByRole('button', { name: 'Raise to 2 places and offer' })
  await press.click()
  await expect(offer.getByText(waitingSentences.offerHours)).toBeVisible()
  await expect(offer.getByText(officeSentences.sayWhy)).toBeVisible()
  await expectAccessible(page, 24)
  await offer.getByLabel('Keep it for').fill('24')
  await offer.getByLabel('Reason').fill('Her twin has the other place')
  await press.click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('The date has 2 places now')).toBeVisible()
  await expect(queue.getByText(/Kept until .+, by /)).toBeVisible()
  await expect(queue.getByRole('button', { name: 'Offer now to Sage Hart' })).toHaveCount(0)
  const mail = await readMail(site, second.email, /^A place is free for you$/)
  expect(mail.text).toContain('Sage')
  await page.keyboard.press('Escape')
  await expect(queue).toHaveCount(0)

  // By person: puts somebody on a list, found by a search for the family.
  const third = await newPerson(site, 'Tess', ['Tansy', 'Thyme'])
  await page.getByRole('link', { name: 'By person' }).click()
  await page.getByRole('button', { name: 'Put somebody on' }).click()
  const putOn = page.getByRole('dialog', { name: 'Put on a waiting list' })
  await putOn.getByLabel('Which family?').fill(third.email)
  await putOn.getByRole('list', { name: 'Families found' }).getByRole('button').click()
  await putOn.getByLabel('Which full date?').fill(name)
  await putOn.getByRole('list', { name: 'Full dates' }).getByRole('button', { name }).click()
  await expectAccessible(page, 24)
  const add = putOn.getByRole('button', { name: 'Put on the list' })
  await add.click()
  await expect(putOn.getByText(sentences.selectYourChild)).toBeVisible()
  await putOn.getByLabel('Child').selectOption({ label: 'Thyme Hart' })
  await add.click()
  await expect(putOn).toHaveCount(0)
  await readMail(site, third.email, /^You are on the waiting list$/)

  // Takes somebody off a list with a reason; the family gets a mail.
  await page.getByRole('searchbox', { name: 'Name, class or venue' }).fill(`thyme ${name}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /Thyme Hart/ }).click()
  const entry = page.getByRole('dialog', { name })
  await entry.getByRole('button', { name: 'Take off Thyme Hart' }).click()
  const question = page.getByRole('dialog', { name: 'Take Thyme Hart off the list?' })
  await question.getByRole('button', { name: 'Take off the list' }).click()
  await expect(question.getByText(officeSentences.sayWhy)).toBeVisible()
  await question.getByLabel('Reason').fill('Found another class')
  await question.getByRole('button', { name: 'Take off the list' }).click()
  await expect(page.getByText('Thyme Hart was taken off the list')).toBeVisible()
  await readMail(site, third.email, /^You are no longer on the waiting list$/)
  await expect(page.getByText(/Nobody found for/)).toBeVisible()

  // The front desk may not raise the places of a date: the page names who may, and the server
  // refuses.
  const desk = await startStaffSession(page, site, 'frontDesk')
  const waiting = await desk.waiting.queue({ offeringId, sessionId })
  const { id = 0 } = waiting.find(({ offerUntil }) => offerUntil === null) ?? {}
  const asked = { id, sessionId, hours: 12, reason: 'By phone', raiseTo: 3 }
  await expect(desk.waiting.offer(asked)).rejects.toThrow(officeSentences.notYours)
  await visit(page, addresses.waiting())
  await page.getByRole('button', { name }).first().click()
  await queue.getByRole('button', { name: 'Offer now to Fern Hart' }).click()
  const refused = page.getByRole('dialog', { name: 'Offer Fern Hart a place' })
  await expect(refused.getByText(/Somebody who plans can give it one more place/)).toBeVisible()
  await expect(refused.getByRole('button', { name: /offer/i })).toHaveCount(0)
})

test('a teacher sees no waiting list in the menu and is refused its page @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 403/)
  const teacher = await startStaffSession(page, site, 'teacher')
  await expect(teacher.waiting.dates({})).rejects.toThrow(officeSentences.notYours)
  await visit(page, addresses.waiting())
  await expect(page.getByRole('heading', { name: 'Waiting lists' })).toHaveCount(0)
})
