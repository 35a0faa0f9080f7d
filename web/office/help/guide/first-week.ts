import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const firstWeek: GuideTopic = {
  id: 'first-week',
  title: 'Your first week',
  about: 'From an empty office to the first bookings.',
  permission: 'business.edit',
  parts: [
    {
      title: 'Go through the steps of Set up',
      words: [
        `Open ${link('Set up', addresses.setUp({ step: 'business' }))}. Until you are open, a line at the top of each page leads to the next step. Steps marked “can wait” may follow later.`,
        'To begin quickly, choose what you offer under *Begin with what is usual* and press *Fill these in*. Ages, types of classes, a first text and a look are there at once, and you change what does not fit.',
      ],
      steps: [
        '*Business* and *Look*: your name, address, logo and colour, as parents see them.',
        '*Tax*: if you are not registered for VAT, leave the box empty and press *Save*.',
        '*Card payments*: paste your secret key of Stripe and press *Check and save*. *Mail*: enter the mail server that your provider names, press *Check and save*, then *Send me a test*, and *The test has arrived* once it has. Where both are in the settings of the machine already, the steps say so.',
        `*Venues and ages*: where classes happen, and whom they are for. Add them at the step itself; rooms are added in their venue, once it is saved.`,
        '*Classes*: a type is what parents choose, like Ballet. One type needs a sentence or two and a picture.',
        `*Timetable*: make a term and plan a class in it. ${link('Sell a term', addresses.helpTopic({ topic: 'sell-a-term' }))} says how.`,
        '*Terms and privacy*: press *Write drafts*, then read them with somebody who knows the law, and change what is not true of you.',
        '*Open*: press *Open for bookings*. Only the owner can.',
      ],
    },
    {
      title: 'Tell families',
      words: [
        `Once you are open, the step ${link('Open', addresses.setUp({ step: 'open' }))} shows your address, a text to share, and a QR code to print for the door of your hall.`,
        `Do you have families in another system? ${link('Bring them along', addresses.helpTopic({ topic: 'moving' }))} before you tell them.`,
      ],
    },
    {
      title: 'Each morning',
      words: [
        `${link('Today', addresses.today())} shows the classes of the day, the money that came in, and under “To look into” what waits for a person. Each line leads to where it is done.`,
        'The bell at the top counts what needs you, on every page. Press Ctrl and K (⌘ and K on a Mac) anywhere to find a family, a class or an order, or how something is done.',
      ],
    },
    {
      title: 'Stop taking bookings',
      words: [
        `Only the owner can: in ${link('Business', addresses.business())}, under *Pause bookings*, write what visitors shall read, and press *Pause bookings*. What is booked stays, families can still pay, move and cancel, and you can still book for them.`,
        `To stop one kind of class only, open it in ${link('Types', addresses.types())} and untick *Offered*.`,
      ],
    },
  ],
}
