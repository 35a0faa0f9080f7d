import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import {
  changeOffered,
  childTick,
  chooseChild,
  confirmBooking,
  message,
  pounds,
  total,
} from './booking-dialog.ts'
import { addressOf, busy, changeAnswers, watchCalls } from './calls-of-page.ts'
import { expectMarked } from './form-notes.ts'
import { sessionKinds } from './kinds.ts'
import { expect, signedInTest } from './site-test.ts'
import {
  findSessions,
  openTimetable,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'
import { today } from './today.ts'

const freeTrials = {
  class: {
    // Proves ERR-12, ERR-15, ERR-19, TRIAL-01, TRIAL-03 to TRIAL-12, TRIAL-14 to TRIAL-16.
    title: 'a child has one free trial of a type, in a class that offers one',
    type: 'Little Hatchlings',
  },
  // Proves EVT-51, EVT-53 to EVT-55.
  event: { title: 'a child has one free trial of a type of event too', type: 'Family Saturday' },
}

for (const { kind, tag } of sessionKinds) {
  signedInTest(freeTrials[kind].title, { tag }, async ({ page, visitor, person, expectedComplaints }) => {
    const trials = watchCalls(page, contract.orders[kind].placeTrial)
    const checks = watchCalls(page, contract.trials[kind])
    const [first, second] = (await findSessions(
      visitor,
      2,
      ({ typeName, offersTrial, trialPricePence, placesLeft }) =>
        typeName === freeTrials[kind].type && offersTrial && trialPricePence === 0 && placesLeft >= 2,
      kind,
    )) as [Session, Session]
    const [wren] = (await person.api.children.list()).map(({ id }) => id)
    // The demo business offers trials in all sessions of a class or in none.
    const { preview } = contract.orders[kind]
    await changeOffered(page, preview, second, { offersTrial: false })

    await openTimetable(page, first, kind)
    await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
    const dialog = page.getByRole('dialog', { name: `Book a trial: ${freeTrials[kind].type}` })
    const submit = dialog.getByRole('button', { name: 'Book Trial' })
    await expect(sessionTick(dialog, first)).toBeChecked()
    await sessionChip(dialog, second).click()
    await expect(message(page, sentences.noTrial)).toBeVisible()
    await expect(sessionTick(dialog, second)).not.toBeChecked()
    await sessionChip(dialog, first).click()
    await submit.click()
    await expect(message(page, sentences.selectCourseForTrial)).toBeVisible()
    await expectMarked(dialog.locator('input[name=sessions]:enabled').first(), 'Please choose a time')
    await sessionChip(dialog, first).click()
    await submit.click()
    await expect(message(page, sentences.selectYourChild)).toBeVisible()
    await expectMarked(childTick(dialog, 'Wren'), 'Tick who is coming')
    expect(trials).toEqual([])
    await expect(total(dialog)).toContainText('£0.00')
    // “Busy” does not mean that Finch may not have a trial.
    expectedComplaints.push(/503/)
    await page.route(addressOf(contract.trials[kind]), busy)
    await chooseChild(dialog, 'Finch')
    await expect(message(page, sentences.busy)).toBeVisible()
    await expect(childTick(dialog, 'Finch')).toBeChecked()
    await page.unroute(addressOf(contract.trials[kind]))
    await chooseChild(dialog, 'Wren')
    await expect(childTick(dialog, 'Finch')).not.toBeChecked()
    await expect.poll(() => checks).toContainEqual({ typeId: first.typeId, childId: wren })
    await submit.click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toContainText(sentences.confirmOrder)
    for (const words of [
      `${first.title}, a trial`,
      `${spokenDays(first.startDate, first.endDate, today())}, ${timeRange(first.startTime, first.endTime)}`,
      first.venue,
      'Wren',
      'Nothing, it is free',
      'you can move it in My Bookings',
    ]) {
      await expect(question).toContainText(words)
    }
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(message(page, sentences.cancelled)).toBeVisible()
    expect(trials).toEqual([])
    await confirmBooking(page, dialog)
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1&order_sn=/)
    expect(trials).toEqual([
      {
        sessionIds: [first.id],
        attendees: { who: 'children', childIds: [wren] },
        shown: { totalPence: 0, creditsUsed: 0 },
      },
    ])
    const [placed] = (await person.api.orders[kind].list({})).items
    expect(placed).toMatchObject({ status: 'paid', creditsUsed: 0, totalPence: 0 })

    await changeOffered(page, preview, second, { isBookable: false })
    await openTimetable(page, first, kind)
    await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
    await expect(sessionTick(dialog, second)).toBeDisabled()
    await dialog.getByRole('group', { name: /^Who / }).getByText('Wren').click()
    await expect(message(page, sentences.trialUsed)).toBeVisible()
    await expect(childTick(dialog, 'Wren')).not.toBeChecked()
  })

  // Proves TRIAL-02, TRIAL-10, TRIAL-13, TRIAL-16.
  signedInTest(
    `a priced trial replaces its session, and is paid by card: ${kind}`,
    { tag },
    async ({ page, visitor }) => {
      const [first, second] = (await findSessions(
        visitor,
        2,
        ({ offersTrial, trialPricePence, placesLeft }) =>
          offersTrial && trialPricePence > 0 && placesLeft >= 3,
        kind,
      )) as [Session, Session]
      await openTimetable(page, first, kind)
      await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
      const dialog = page.getByRole('dialog', { name: `Book a trial: ${first.typeName}` })
      await sessionChip(dialog, second).click()
      await expect(sessionTick(dialog, second)).toBeChecked()
      await expect(sessionTick(dialog, first)).not.toBeChecked()
      await chooseChild(dialog, 'Finch')
      await expect(total(dialog)).toContainText(pounds(second.trialPricePence))
      await confirmBooking(page, dialog)
      await page.getByRole('button', { name: `Pay ${pounds(second.trialPricePence)}` }).click()
      await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=0&order_sn=/)
    },
  )
}

signedInTest(
  'the trial dialog does not start with a time when the child is booked elsewhere @desk',
  async ({ page, visitor, person }) => {
    const [first, second] = (await findSessions(
      visitor,
      2,
      ({ offersTrial, placesLeft }) => offersTrial && placesLeft >= 2,
    )) as [Session, Session]
    const [wren] = await person.api.children.list()
    await changeAnswers(page, contract.sessions.familyPlacesOf, places => [
      ...places,
      {
        ...first,
        sessionId: first.id,
        state: 'booked' as const,
        who: 'Wren',
        childId: wren?.id ?? 0,
        email: '',
        position: 0,
        orderNumber: '',
        keptUntil: null,
      },
    ])
    await openTimetable(page, first)
    await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
    const dialog = page.getByRole('dialog', { name: /^Book a trial/ })
    await expect(dialog.getByText('Booked: Wren')).toBeVisible()
    await expect(sessionTick(dialog, first)).toBeChecked()
    await chooseChild(dialog, 'Wren')
    await expect(sessionTick(dialog, first)).not.toBeChecked()
    await expect(sessionTick(dialog, first)).toBeDisabled()
    await sessionChip(dialog, second).click()
    await expect(sessionTick(dialog, second)).toBeChecked()
  },
)

signedInTest('the details of a class lead to its trial', async ({ page, visitor }) => {
  const [session, other] = (await findSessions(
    visitor,
    2,
    ({ offersTrial, trialPricePence, placesLeft }) => offersTrial && trialPricePence === 0 && placesLeft >= 2,
  )) as [Session, Session]
  await openTimetable(page, session)
  await sessionCard(page, session).getByText(session.venue).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
  const booking = page.getByRole('dialog', { name: `Book ${session.title}` })
  for (const name of ['Wren', 'Finch']) await chooseChild(booking, name)
  for (const one of [other, session]) await sessionChip(booking, one).click()
  await booking.getByRole('button', { name: 'Trial · free' }).click()
  const trial = page.getByRole('dialog', { name: `Book a trial: ${session.title}` })
  await expect(sessionTick(trial, session)).toBeChecked()
  // Only one of the two children can have the trial, so only the date is chosen.
  await expect(trial.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(total(trial)).toContainText('£0.00')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(sessionCard(page, session)).toBeVisible()
})
