import { ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { dayRange } from '#web/ui/british-dates.ts'
import { pounds } from './booking-dialog.ts'
import { changeAnswers, watchCalls } from './calls-of-page.ts'
import { sessionKinds } from './kinds.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, openTimetable, type Session, sessionCard } from './timetable.ts'
import { today } from './today.ts'

for (const { kind, tag } of sessionKinds) {
  const { one, many } = kindWords[kind]
  const { choice, timetable } = ofKind[kind]

  // Proves CLS-36 to CLS-42, EVT-08 to EVT-19.
  signedInTest(
    `pressing a session opens the details of the ${one}, which lead to booking it`,
    { tag },
    async ({ page, visitor }) => {
      const { introduction } = contract.offerings[kind]
      const calls = watchCalls(page, introduction)
      // As if staff had changed the price since the class was made.
      await changeAnswers(page, introduction, made => ({
        ...made,
        oneOffPricePence: made.oneOffPricePence + 100,
      }))
      for (const offersTrial of [true, false]) {
        const session = await findSession(
          visitor,
          ({ placesLeft, isPackOnly, ...rest }) =>
            placesLeft >= 2 && !isPackOnly && rest.offersTrial === offersTrial,
          kind,
        )
        const about = await visitor.offerings[kind].introduction({ id: session.offeringId })
        await openTimetable(page, session, kind)
        const card = sessionCard(page, session)
        await card.getByText(session.venue).click()

        const details = page.getByRole('dialog')
        await expect(details.getByText(about.typeName, { exact: true })).toBeVisible()
        await expect(details.getByText(about.name, { exact: true })).toBeVisible()
        const paragraph = /<p>([^<]{10,})/.exec(about.introductionHtml)?.[1] as string
        await expect(details.getByText(paragraph)).toBeVisible()
        expect(about.offersTrial).toBe(offersTrial)
        expect(await details.getByRole('term').allTextContents()).toEqual(terms)
        expect(await details.getByRole('definition').allTextContents()).toEqual([
          pounds(session.pricePence),
          about.ages,
          offersTrial ? 'Yes' : 'No',
          about.termDates,
          String(about.capacity),
          about.venue,
          about.classroom,
          dayRange(about.startDate, about.endDate, today()),
        ])
        expect(calls).toContainEqual({ id: session.offeringId })

        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await card.getByText(session.ages).click()
        await details.getByRole('button', { name: 'Book', exact: true }).click()
        await expect(page.getByRole('dialog', { name: `Book ${session.typeName}` })).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(1)
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    },
  )

  // Proves CLS-43 to CLS-45, EVT-36, SELC-08.
  test(`a visitor who books, tries or waits for one of the ${many} is asked to log in`, { tag }, async ({
    page,
    visitor,
  }) => {
    const open = ({ placesLeft, offersTrial }: Session) => placesLeft >= 2 && offersTrial
    const bookable = await findSession(visitor, open, kind)
    const full = await findSession(visitor, ({ placesLeft }) => placesLeft === 0, kind)
    const presses = [
      [bookable, 'Book Now'],
      [bookable, 'Trial'],
      [full, 'Waiting list'],
    ] as const
    for (const [session, action] of presses) {
      const { date, typeId, venueId } = session
      // Other journeys check the area's page for classes.
      const ofArea = kind === 'class' ? [] : [timetable({ date })]
      for (const address of [...ofArea, `${choice({ typeId, venueId })}&date=${date}`]) {
        await visit(page, address)
        await sessionCard(page, session).getByRole('button', { name: action }).click()
        await expect(page).toHaveURL(/\/login$/)
      }
    }
  })
}

const terms = [
  'One-off price',
  'For ages',
  'Offers Trial?',
  'Term Dates',
  'Class Capacity',
  'Venue',
  'Classroom',
  'Class Date',
]
