import { momentInLondon } from '#domain/calendar.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'
import { fullMoment } from '#web/ui/british-dates.ts'

/** The sentence that each step opens with. */
export const stepLeads: Record<SetUpStep | 'open', string> = {
  business: 'Parents see these on every page and in every mail.',
  look: 'Your logo, and the colour of buttons and links.',
  tax: 'Most small businesses are not registered for VAT.',
  money: 'These are fixed.',
  payments:
    'Once your Stripe account is connected, it charges the cards, and the money goes to that account.',
  mail: 'Parents get their codes and bookings by email. Send one to yourself, and say when it has arrived.',
  venues: 'Where your classes happen, and whom they are for.',
  classes:
    'A type is what parents choose: Ballet, Messy play. To open, one of them needs a sentence or two and a picture.',
  term: 'Make a term, plan a class in it, look at its dates, and publish them. Its teacher is one of your staff, who are invited under Settings; without an account, write the name into the type of class.',
  texts: 'We can write drafts with your name in them. Read this with somebody who knows the law.',
  open: 'From then on parents see your site and can book.',
}

/** Describes whether real money moves. */
export const paymentWords = {
  none: 'No card payments yet',
  practice: 'Payments go to a practice page. No money moves',
  test: 'Payments are in test mode. No money moves',
  live: 'Payments are live',
} as const

/** Describes whether the card provider's hooks arrive. */
export const hookWords = (lastAt: string | null): string =>
  lastAt
    ? `The card provider’s last message came on ${fullMoment(momentInLondon(new Date(lastAt)))}`
    : 'The card provider has sent no message yet'
