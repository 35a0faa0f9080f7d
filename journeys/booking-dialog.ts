import { expect, type Locator, type Page } from '@playwright/test'
import type { contract } from '#contract/contract.ts'
import type { offeredSession } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { changeAnswers } from './calls-of-page.ts'
import { openParts } from './my-bookings.ts'
import { openTimetable, type Session, sessionCard } from './timetable.ts'

/** 1250 → '£12.50'. */
export const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

/** Opens a session's booking dialog from the timetable. */
export async function openBooking(page: Page, session: Session, kind?: OfferingKind): Promise<Locator> {
  await openTimetable(page, session, kind)
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expect(dialog.getByRole('button', { name: 'Book Now' })).toBeVisible()
  return dialog
}

export async function chooseChild(dialog: Locator, firstName: string): Promise<void> {
  await dialog.getByRole('group', { name: /^Who / }).getByText(firstName).click()
  await expect(childTick(dialog, firstName)).toBeChecked()
}

/** Returns the checkbox in a child's chip. */
export const childTick = (dialog: Locator, firstName: string): Locator =>
  dialog.getByRole('group', { name: /^Who / }).getByRole('checkbox', { name: firstName })

/** Presses Book Now or Book Trial, and confirms. */
export async function confirmBooking(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Book (Now|Trial)$/ }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText(sentences.confirmOrder)
  await question.getByRole('button', { name: 'Yes' }).click()
}

/** Books one session for one child, up to the card page. */
export async function bookUpToCardPage(page: Page, session: Session, child: string): Promise<void> {
  const dialog = await openBooking(page, session)
  await chooseChild(dialog, child)
  await confirmBooking(page, dialog)
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
}

export const total = (dialog: Locator): Locator => dialog.getByRole('status').filter({ hasText: 'Total' })

export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

/** Closes the shown messages, some of which may be closing by themselves. */
export async function closeMessages(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' })
  await close.evaluateAll(buttons => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await expect(close).toHaveCount(0)
}

/** Returns one order in My Bookings: a table row at a desk, a card on a phone. */
export async function orderInHistory(page: Page, { typeName }: Session): Promise<Locator> {
  await openParts(page)
  const history = page.getByRole('region', { name: 'Classes Booking History' })
  return history.getByRole('row').or(history.getByRole('listitem')).filter({ hasText: typeName })
}

/** Changes one session in all later answers to a preview. */
export const changeOffered = (
  page: Page,
  preview: typeof contract.orders.class.preview,
  { id }: Session,
  change: Partial<Value<typeof offeredSession>>,
): Promise<void> =>
  changeAnswers(page, preview, ({ sessions, ...rest }) => ({
    ...rest,
    sessions: sessions.map(offered => (offered.id === id ? { ...offered, ...change } : offered)),
  }))
