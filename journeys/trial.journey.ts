import { sentences } from '#domain/sentences.ts'
import { chooseChild, message, orderInHistory } from './booking-dialog.ts'
import { expect, signedInTest } from './site-test.ts'
import {
  findSessions,
  openTimetable,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'

signedInTest(
  'a child has one free trial of a type, in a class that offers one',
  async ({ page, visitor }) => {
    const [first, second] = (await findSessions(
      visitor,
      2,
      ({ typeName, offersTrial, trialPricePence, placesLeft }) =>
        typeName === 'Little Hatchlings' && offersTrial && trialPricePence === 0 && placesLeft >= 1,
    )) as [Session, Session]
    // The demo business offers trials in all sessions of a class or in none.
    await page.route(/buyNowConfirmOrder/, async route => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const offered of answer.data.all_list) {
        if (Number(offered.id) === second.id) offered.is_try = 0
      }
      await route.fulfill({ response, json: answer })
    })

    await openTimetable(page, first)
    await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book a trial: Little Hatchlings' })
    await expect(sessionTick(dialog, first)).toBeChecked()
    await sessionChip(dialog, second).click()
    await expect(message(page, sentences.noTrial)).toBeVisible()
    await expect(sessionTick(dialog, first)).toBeChecked()
    await dialog.getByRole('button', { name: 'Book Trial' }).click()
    await expect(message(page, sentences.selectYourChild)).toBeVisible()
    await chooseChild(dialog, 'Wren')
    await dialog.getByRole('button', { name: 'Book Trial' }).click()
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1$/)
    await page.getByRole('link', { name: 'View my bookings' }).click()
    await expect(orderInHistory(page, first)).toContainText('Paid')

    await openTimetable(page, first)
    await sessionCard(page, first).getByRole('button', { name: 'Trial' }).click()
    const picker = dialog.getByRole('button', { name: /^Who / })
    await picker.click()
    await dialog.getByRole('group', { name: /^Who / }).getByText('Wren').click()
    await expect(message(page, sentences.trialUsed)).toBeVisible()
    await expect(picker).not.toContainText('Wren')
  },
)
