import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const atTheDesk: GuideTopic = {
  id: 'at-the-desk',
  title: 'Telephone and desk',
  about: 'Book for a family, take cash, move a place, put a family’s details right.',
  permission: 'booking.make',
  parts: [
    {
      title: 'Somebody rings and wants to book',
      steps: [
        `Press *New* at the top and choose *Booking*, or press *Book for them* on the family’s page.`,
        'Find the family by name, email, phone or postcode. A new one is made in the same place.',
        'Choose the class, the children and the dates. All dates of a class are one press.',
        'Under *How is it paid?* choose credits, a *Payment link by mail*, *Comes later* for money that is not there yet, or what they have paid to you already (cash, card machine, bank transfer and others).',
        'The button says what is booked and what it costs. Press it. The family is told by mail.',
      ],
      notes: [
        'A full date says so. Who plans can raise its capacity in the same press; otherwise press *Put on the waiting list*.',
        'A payment link keeps the places for 24 hours, or until the time that you choose, at most seven days and never past the start.',
      ],
    },
    {
      title: 'An order that is not paid yet',
      words: [
        `Open it in ${link('Orders', addresses.orders())}. *Paid to us* records cash, a transfer or the card machine. *Mail a payment link* sends a link for the card. *Remind them* sends a reminder, at most once an hour.`,
      ],
    },
    {
      title: 'Move a place to another date',
      steps: [
        'Press *Move* beside the place: on the family’s page, in the register, or under *Places* of its date.',
        'Choose the date. If it costs more or less, choose what becomes of the difference.',
        'Press *Move the place*. The family is told by mail.',
      ],
    },
    {
      title: 'Sell a pack or a product',
      words: [
        'Press *Sell to them* on the family’s page. A product is given at once, or sent to an address.',
      ],
    },
    {
      title: 'A family’s details',
      words: [
        'On the family’s page, *Edit details* changes name, telephone and address, and the tab *Children* the children. The family is told by email what kind of thing was changed.',
        '*Change email address* is a button of its own, because it is how they log in. Be sure whom you speak to.',
        `Medical notes are never simply shown: *Show medical notes* asks for a reason, and the log keeps it.`,
        `The same family twice? ${link('Possible duplicates', addresses.duplicates())} lists pairs to look at.`,
      ],
    },
    {
      title: 'Walk-ins',
      words: [
        `Who came without a booking and was added in a register stands in ${link('Registers', addresses.registers())} under *Walk-ins to settle*. Press *Book them in* to make the family, book and take the money, or *Nothing to book*.`,
      ],
    },
  ],
}
