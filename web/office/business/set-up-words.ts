import * as addresses from '#contract/office/addresses.ts'
import { momentInLondon } from '#domain/calendar.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'
import { slashedMoment } from '#web/ui/british-dates.ts'

/** What each step is called, and the sentence that it opens with. */
export const stepWords: Record<SetUpStep | 'open', { title: string; lead: string }> = {
  business: { title: 'Business', lead: 'Parents see these on every page and in every mail.' },
  look: { title: 'Look', lead: 'Your logo, and the colour of everything that is pressed.' },
  tax: {
    title: 'Tax',
    lead: 'Most small businesses are not registered for VAT: then leave the box empty, and press Save.',
  },
  money: { title: 'Time and money', lead: 'These are fixed.' },
  payments: {
    title: 'Card payments',
    lead: 'Cards are charged by Stripe. The keys of your account are entered on your server, by the person who looks after it; they are never shown here.',
  },
  mail: {
    title: 'Mail',
    lead: 'Parents get their codes and their bookings by mail. Send one to yourself, and say when it has arrived.',
  },
  venues: { title: 'Venues and ages', lead: 'Where your classes happen, and whom they are for.' },
  classes: {
    title: 'Classes',
    lead: 'A type is what parents choose: Ballet, Messy play. To open, one of them needs a sentence or two and a picture.',
  },
  term: {
    title: 'Timetable',
    lead: 'Make a term, plan a class in it, look at its dates, and publish them. Its teacher is one of your staff, who are invited under Settings; without an account, write the name into the type of class.',
  },
  texts: {
    title: 'Terms and privacy',
    lead: 'We can write drafts with your name in them. Read this with somebody who knows the law.',
  },
  open: { title: 'Open', lead: 'From then on parents see your site and can book.' },
}

/** Where the lists are that a step wants something in. */
export const listsOfStep: Partial<
  Record<SetUpStep | 'open', readonly (readonly [label: string, to: string])[]>
> = {
  venues: [
    ['Venues', addresses.venues()],
    ['Ages', addresses.ages()],
  ],
  classes: [['Types of classes', addresses.types()]],
  term: [
    ['Terms', addresses.terms()],
    ['New class', addresses.newClass()],
    ['Planner', addresses.planner()],
    ['Staff', addresses.staff()],
  ],
}

/** Whether money moves. */
export const paymentWords = {
  practice: 'Payments go to a practice page. No money moves',
  test: 'Payments are in test mode. No money moves',
  live: 'Payments are live',
} as const

/** Whether the card provider's messages reach us. */
export const hookWords = (lastAt: string | null): string =>
  lastAt
    ? `The card provider’s last message came on ${slashedMoment(momentInLondon(new Date(lastAt)))}`
    : 'The card provider has sent no message yet'
