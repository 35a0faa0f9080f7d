import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { html } from '#server/request/markup.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { readBusiness } from './queries.ts'
import { writeSettings } from './save-business.ts'

/** Writes drafts where there is no text yet. The business fills in the words in square brackets. */
export async function draftTexts({ requestId }: CallInput<typeof calls.draftTexts>, request: OfficeRequest) {
  return recordAction(request, { requestId }, async tx => {
    const { name, legalName, companyNumber, email, phone, address, postcode } = await readBusiness(tx)
    const who = [
      legalName || name || '[the name of your business]',
      companyNumber && `company number ${companyNumber}`,
      [address, postcode].filter(Boolean).join(' ') || '[your address]',
    ]
      .filter(Boolean)
      .join(', ')
    const reach = [email || '[your email address]', phone].filter(Boolean).join(' or ')
    const keys = await writeSettings(
      tx,
      { termsHtml: termsOf(who, reach).markup, privacyHtml: privacyOf(who, reach).markup },
      { isDraft: true },
    )
    return {
      answer: { drafted: keys.length },
      action: {
        action: 'business.draftTexts',
        subjectKind: 'business',
        facts: { keys },
      },
    }
  })
}

const termsOf = (who: string, reach: string) => html`<h2>Who we are</h2>
<p>These are the terms of ${who}. You reach us at ${reach}.</p>
<h2>Booking and paying</h2>
<p>A place is yours once it is paid for. An unpaid order keeps its places for a short time, which the page tells, and then ends by itself.</p>
<h2>Cancelling and moving</h2>
<p>Until a class begins you can move your booked place yourself, in My Bookings, to another time at the same price. [Say until when a place may be cancelled, and what is given back.] Classes are leisure for a given date: the right to cancel within 14 days does not apply to them.</p>
<h2>If we cancel</h2>
<p>If we cancel a class you get back all that you paid for it.</p>
<h2>Children in our care</h2>
<p>Tell us of allergies and medical needs before the first class. [Say who must stay with the child, and who may collect them.]</p>
<h2>Complaints</h2>
<p>Write to us first. [Say within how many days you answer.]</p>`

const privacyOf = (who: string, reach: string) => html`<h2>Who keeps your data</h2>
<p>${who}. Questions: ${reach}. [Say whether you are registered with the Information Commissioner’s Office, and under which number.]</p>
<h2>What we keep, and why</h2>
<p>Your name and contact, so that we can run the classes that you book; your children’s names and birthdays, and what you tell us of their health, so that we can look after them; your orders, because the law asks us to.</p>
<h2>Who else sees it</h2>
<p>The provider that takes card payments; [name the companies that send your mails and host this site]. We never sell data.</p>
<h2>For how long</h2>
<p>[Say after how many years you erase what you no longer need.] Orders are kept for six years.</p>
<h2>Your rights</h2>
<p>Your account page gives you a copy of everything and closes your account. You may complain to the Information Commissioner’s Office.</p>`
