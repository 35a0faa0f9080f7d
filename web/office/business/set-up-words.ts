import type { SetUpStep } from '#domain/office/business-rules.ts'

/** What each step is called, and the sentence that it opens with. */
export const stepWords: Record<SetUpStep | 'open', { title: string; lead: string }> = {
  business: { title: 'Business', lead: 'Parents see these on every page and in every mail.' },
  look: { title: 'Look', lead: 'Your logo, and the colour of everything that is pressed.' },
  tax: {
    title: 'Tax',
    lead: 'Most small businesses are not registered for VAT: then there is nothing to do.',
  },
  money: { title: 'Time and money', lead: 'These are fixed.' },
  payments: {
    title: 'Card payments',
    lead: 'Cards are charged by Stripe. Its keys stand in the settings of the server, never here.',
  },
  mail: {
    title: 'Mail',
    lead: 'Parents get their codes and their bookings by mail, so see that one arrives.',
  },
  venues: { title: 'Venues and ages', lead: 'Where your classes happen, and whom they are for.' },
  classes: {
    title: 'Classes',
    lead: 'A type is what parents choose: Ballet, Messy play. It has a text and a picture.',
  },
  term: { title: 'Term', lead: 'Plan a class, look at its dates, and publish them.' },
  texts: {
    title: 'Terms and privacy',
    lead: 'We can write drafts with your name in them. Read them with somebody who knows the law.',
  },
  open: { title: 'Open', lead: 'From then on parents see your site and can book.' },
}
