import { expect, type Locator, type Page } from '@playwright/test'
import { addDays } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Api } from '#web/api.ts'
import { dayAndMonth, spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { visit } from './site-test.ts'

type Week = Awaited<ReturnType<Api['offerings']['class']['timetable']>>
export type Session = Week[number]['sessions'][number]

/** The day in London. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })

/** The bookable sessions from tomorrow on, for a month. */
export async function comingSessions(api: Api, kind: OfferingKind = 'class'): Promise<Session[]> {
  const startDate = today()
  const days = await api.offerings[kind].timetable({ startDate, endDate: addDays(startDate, 30) })
  return days
    .filter(({ date }) => date > startDate)
    .flatMap(({ sessions }) => sessions)
    .filter(session => session.isBookable)
}

/** So many sessions of one class that fit a description, the earliest first. */
export async function findSessions<Count extends number>(
  api: Api,
  count: Count,
  fits: (session: Session) => boolean,
  kind?: OfferingKind,
): Promise<Session[]> {
  const fitting = (await comingSessions(api, kind)).filter(fits)
  const byOffering = Object.values(Object.groupBy(fitting, session => session.offeringId))
  const found = byOffering.find(sessions => (sessions?.length ?? 0) >= count)
  expect(found, 'a class of the demo business that fits this journey').toBeDefined()
  return (found as Session[]).slice(0, count)
}

/** The only session that fits best: the earliest. */
export async function findSession(
  api: Api,
  fits: (session: Session) => boolean,
  kind?: OfferingKind,
): Promise<Session> {
  const [session] = await findSessions(api, 1, fits, kind)
  return session as Session
}

export async function placesLeft(api: Api, session: Session): Promise<number> {
  const days = await api.offerings.class.timetable({ startDate: session.date, endDate: session.date })
  const now = days.flatMap(day => day.sessions).find(({ id }) => id === session.id)
  return (now as Session).placesLeft
}

/** Opens the timetable on the day of a session, filtered to its type and venue. */
export const openTimetable = (page: Page, { date, typeId, venueId }: Session): Promise<void> =>
  visit(page, `/home/classes?date=${date}&venue=${venueId}&type=${typeId}`)

/** A session as it stands in the timetable, under its day. */
export function sessionCard(page: Page, session: Session): Locator {
  return page
    .getByRole('region', { name: new RegExp(`\\b${dayAndMonth(session.date)}`) })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: session.typeName }) })
    .filter({ hasText: timeRange(session.startTime, session.endTime) })
    .filter({ hasText: session.venue })
    .filter({ hasText: session.ages })
}

/** The chip of a session in a booking dialog. */
export const sessionChip = (dialog: Locator, { date, startTime, endTime }: Session): Locator =>
  dialog.getByText(`${spokenDate(date)} ${timeRange(startTime, endTime)}`)

export const sessionTick = (dialog: Locator, { date, startTime, endTime }: Session): Locator =>
  dialog.getByRole('checkbox', { name: `${spokenDate(date)} ${timeRange(startTime, endTime)}` })
