import { isEmailAddress } from '#domain/email-address.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { readInvitation } from './invitations.ts'
import { limitFailures } from './limit-sign-in.ts'

/** Reads the initial values of the form that a link opens. */
export async function readWelcome(visit: OfficeVisit, { token }: { token: string }) {
  const { invitation, member } = await limitFailures(visit, 'link', () =>
    readInvitation(visit.db, { token }, visit.clock()),
  )
  return {
    email: invitation.email,
    fullName: member?.full_name ?? invitation.full_name,
    role: invitation.role,
    isReturn: member !== undefined,
  }
}

/** Begins the enrolment that an invitation allows. The link works until a credential is confirmed. */
export async function openWelcome(
  visit: OfficeVisit,
  { token, fullName, email: given }: { token: string; fullName: string; email: string },
): Promise<{ attempt: string }> {
  const { db, clock } = visit
  const { invitation } = await limitFailures(visit, 'link', () => readInvitation(db, { token }, clock()))
  // The mail has proved its address; the first owner enters theirs.
  const email = invitation.email || given
  requireFields({
    fullName: fullName === '' && officeSentences.fullNameRequired,
    email: !isEmailAddress(email) && sentences.emailRequired,
  })
  const begun = { full_name: fullName, email, invitation_id: invitation.id, begins_anew: true }
  return { attempt: await openAttempt(db, { purpose: 'enrol', ...begun }, clock()) }
}
