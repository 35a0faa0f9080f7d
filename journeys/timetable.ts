import { expect, type Locator, type Page } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { dayAndMonth, spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { visit } from './site-test.ts'
import { today } from './today.ts'

type Week = Awaited<ReturnType<Api['offerings']['class']['timetable']>>
export type Session = Week[number]['sessions'][number]

/** The maximum number of days that one call may ask for. */
const daysOfOneCall = 31
/** How many timetable ranges to search: camps take place every sixth week, and talks for parents are rare too. */
const callsAhead = { class: 1, event: 2, parentSession: 3 } as const satisfies Record<OfferingKind, number>

/** Finds bookable sessions from a day on, by default tomorrow: classes for a month, rarer kinds for longer. */
export async function comingSessions(
  api: Api,
  kind: OfferingKind = 'class',
  from = addDays(today(), 1),
): Promise<Session[]> {
  const starts = Array.from({ length: callsAhead[kind] }, (_, call) => addDays(from, call * daysOfOneCall))
  const days = await Promise.all(
    starts.map(startDate =>
      api.offerings[kind].timetable({ startDate, endDate: addDays(startDate, daysOfOneCall - 1) }),
    ),
  )
  return days
    .flat()
    .flatMap(({ sessions }) => sessions)
    .filter(session => session.isBookable)
}

/** Whether a session has a price, and places left for the tests that run beside this one. */
export const isPriced = ({ pricePence, isPackOnly, placesLeft: left }: Session): boolean =>
  pricePence > 0 && !isPackOnly && left >= 3

/** Whether a session is free, and has places left for the tests that run beside this one. */
export const isFree = ({ pricePence, credits, placesLeft: left }: Session): boolean =>
  pricePence === 0 && credits === 0 && left >= 3

/** Finds this many sessions of one offering that fit a description, the earliest first. */
export async function findSessions<Count extends number>(
  api: Api,
  count: Count,
  fits: (session: Session) => boolean,
  kind: OfferingKind = 'class',
): Promise<Session[]> {
  const fitting = (await comingSessions(api, kind)).filter(fits)
  const byOffering = Object.values(Object.groupBy(fitting, session => session.offeringId))
  const found = byOffering.find(sessions => (sessions?.length ?? 0) >= count)
  expect(found, `sessions of the demo business that fit this journey: ${kind}`).toBeDefined()
  return (found as Session[]).slice(0, count)
}

/** Finds the earliest session that matches. */
export async function findSession(
  api: Api,
  fits: (session: Session) => boolean,
  kind: OfferingKind = 'class',
): Promise<Session> {
  const [session] = await findSessions(api, 1, fits, kind)
  return session as Session
}

/** Opens the filters, which are behind a button on a phone, and returns them. */
export async function openFilters(page: Page, within: Page | Locator = page): Promise<Locator> {
  const button = within.getByRole('button', { name: /^Filters/ })
  const filters = within.getByRole('search')
  // A page that is still loading shows neither the button nor the filters.
  await expect(button.or(filters).first()).toBeVisible()
  if ((await button.isVisible()) && !(await filters.isVisible())) await button.click()
  return filters
}

export async function placesLeft(api: Api, session: Session, kind: OfferingKind = 'class'): Promise<number> {
  const days = await api.offerings[kind].timetable({ startDate: session.date, endDate: session.date })
  const now = days.flatMap(day => day.sessions).find(({ id }) => id === session.id)
  return (now as Session).placesLeft
}

/** Opens the timetable on the day of a session, filtered to its type and venue. */
export const openTimetable = (
  page: Page,
  { date, typeId, venueId }: Session,
  kind: OfferingKind = 'class',
): Promise<void> => visit(page, `${ofKind[kind].timetable({ date })}&venue=${venueId}&type=${typeId}`)

/** Returns a session's card in the timetable, under its day. */
export function sessionCard(page: Page, session: Session): Locator {
  return page
    .getByRole('region', { name: new RegExp(`\\b${dayAndMonth(session.date)}`) })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: session.typeName }) })
    .filter({ hasText: timeRange(session.startTime, session.endTime) })
    .filter({ hasText: session.venue })
    .filter({ hasText: session.ages })
}

/** Reads the week around a day from the server. */
export const weekOf = (api: Api, kind: OfferingKind, day: string, more: object = {}): Promise<Week> =>
  api.offerings[kind].timetable({ startDate: mondayOf(day), endDate: addDays(mondayOf(day), 6), ...more })

/** Reads the week that the timetable shows. On a phone the other days are there too, but hidden. */
export const shownWeek = (page: Page) =>
  page.locator('.day').evaluateAll(days => {
    const texts = (from: Element, selector: string) =>
      [...from.querySelectorAll(selector)].map(element => element.textContent)
    return days.map(day => ({
      label: texts(day, '.day-short')[0],
      date: texts(day, '.day-head time')[0],
      sessions: [...day.querySelectorAll('.session')].map(card => ({
        time: texts(card, '.session-time')[0],
        type: texts(card, '.session-type')[0],
        facts: texts(card, '.session-facts > span'),
        colour: card.querySelector('.session-colour [width="6"]')?.getAttribute('fill'),
        actions: texts(card, '.session-actions button'),
      })),
    }))
  })

const trialWords = ({ trialPricePence }: Session) =>
  trialPricePence === 0 ? 'free' : `£${(trialPricePence / 100).toFixed(2).replace('.00', '')}`

/**
 * Returns what the timetable must show: each session under its date with its buttons (spec 1 §4). Empty if there are
 * none.
 */
export const expectedWeek = (week: Week) =>
  week.every(({ sessions }) => sessions.length === 0)
    ? []
    : week.map(day => ({
        label: day.weekday as string,
        date: dayAndMonth(day.date),
        sessions: day.sessions.map(session => ({
          time: `${session.startTime}–${session.endTime}`,
          type: session.title,
          facts: [session.venue, session.ages],
          colour: session.colour,
          actions:
            session.placesLeft === 0
              ? ['waiting list']
              : session.offersTrial
                ? [`Trial · ${trialWords(session)}`, 'Book Now']
                : ['Book Now'],
        })),
      }))

/** Returns a session's chip in a booking dialog. */
export const sessionChip = (dialog: Locator, { date, startTime, endTime }: Session): Locator =>
  dialog.getByText(`${spokenDate(date, today())} ${timeRange(startTime, endTime)}`)

export const sessionTick = (dialog: Locator, { date, startTime, endTime }: Session): Locator =>
  dialog.getByRole('checkbox', { name: `${spokenDate(date, today())} ${timeRange(startTime, endTime)}` })
