import { ofKind } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { ageOn } from '#domain/office/people.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { classAsRead } from '#testing/make-class.ts'
import { expectAccessible } from '../barriers.ts'
import { chooseChild, message } from '../booking-dialog.ts'
import { newPerson } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a class that refuses other ages and new families says so before the order is sent @phone', async ({
  page,
  context,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Strictly')
  const date = '2028-03-14'
  const { offeringId } = await makeClass(api, name, { date })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const form = page.getByRole('region', { name: 'The class' })
  await form.getByLabel('Refuse children of other ages').check()
  await form.getByLabel('Members only').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => api.planner.class({ id: offeringId }))
    .toMatchObject({ refusesOtherAges: true, isMembersOnly: true })

  const family = await newPerson(site, 'Ada', ['Wren', 'Finch'])
  await signIn(context, site, family)
  await visit(page, ofKind.class.timetable({ date }))
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText(/^For (ages|children) /)).toBeVisible()
  await expect(card.getByText('For members')).toBeVisible()
  await card.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Book / })
  await chooseChild(dialog, 'Wren')
  const sentence = new RegExp(
    `^Wren is ${ageOn('2021-06-01', date)} years old on that day\\. This class is for .+\\.$`,
  )
  await expect(dialog.getByRole('status').getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentence)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)

  // Without the rule of ages, the rule about new families still applies.
  await api.planner.saveClass({
    ...(await classAsRead(api, offeringId)),
    refusesOtherAges: false,
  })
  await visit(page, ofKind.class.timetable({ date }))
  await card.getByRole('button', { name: 'Book Now' }).click()
  await chooseChild(dialog, 'Wren')
  await expect(dialog.getByRole('status').getByText(sentences.membersOnly)).toBeVisible()

  // The front desk books them anyway, with a reason.
  const id = (await api.families.search({ words: family.email })).people[0]?.accountId ?? 0
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Ada Hart' })
  await panel.getByLabel('Which class?').fill(name)
  await panel
    .getByRole('list', { name: 'Classes' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await panel.getByRole('checkbox', { name: 'Wren Hart' }).check()
  await expect(panel.getByText(sentences.membersOnly)).toBeVisible()
  await panel.getByRole('radio', { name: 'Paid in cash' }).check()
  const book = panel.getByRole('button', { name: /^Book 1 date/ })
  await book.click()
  await expect(panel.getByText(deskSentences.bookAllTheSame)).toBeVisible()
  await panel.getByRole('checkbox', { name: 'Book all the same' }).check()
  await book.click()
  await expect(panel.getByText(officeSentences.sayWhy)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByLabel('Reason').fill('Her cousin is in the class')
  await book.click()
  await expect(page.getByText('1 place booked for Ada Hart')).toBeVisible()
})
