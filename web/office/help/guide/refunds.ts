import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const refunds: GuideTopic = {
  id: 'refunds',
  title: 'Refunds and cancelled places',
  about: 'Give money or credits back, with or without cancelling a place.',
  permission: 'order.see',
  parts: [
    {
      title: 'A family leaves: cancel the place',
      steps: [
        `Open the family in ${link('Families', addresses.families())} or the order in ${link('Orders', addresses.orders())}.`,
        'Press *Cancel* beside the place, or *Cancel places* at the top of the order for several.',
        'Your rules propose what comes back: money to the card, credits, or nothing. You can change it for each place.',
        'Write the reason and press the button. The family is told, and the place goes to the next on the waiting list.',
      ],
      notes: [
        'Managers and owners can do this. The front desk presses *Ask for a refund* on the order, and a manager accepts or declines it there.',
      ],
    },
    {
      title: 'Goodwill: money back, the place stays',
      steps: [
        `Open the order in ${link('Orders', addresses.orders())} and press *Refund*.`,
        'Choose money or credits. Money goes to the card, or you give it back in cash or by bank transfer and write the reference here.',
        'Press the button. The family is told how much, but not the reason.',
      ],
      notes: ['Never more goes back than came in, however many people press at once.'],
    },
    {
      title: 'Packs and products that come back',
      words: [
        'Both stand under *Refund* on their order. Of a pack, the credits that are not spent are given back at what they cost. Of products, say how many pieces came back, and whether they go on the shelf again.',
      ],
    },
    {
      title: 'Your own rules',
      words: [
        `The owner sets them in ${link('Business', addresses.business())} under *Cancelling places*: how many hours before the start how much goes back. The same place has the tick with which families may cancel a paid place themselves. Bookings keep the rules of the day on which they were made.`,
      ],
    },
    {
      title: 'When something needs you',
      words: [
        `A refund that failed is tried once more by itself. If it fails again, it stands in the bell, under Today, and in ${link('Orders', addresses.orders())} under the filter *Needs you*. On its order press *Try again*, or pay it in another way and press *Record it by hand*.`,
        'A refund waits when your Stripe balance is too low. Top it up at Stripe, or wait for sales: it goes by itself then.',
        'A payment that a customer disputes at the bank cannot be refunded until that is decided. Answer it at Stripe; the order has the link.',
        'If you refund in Stripe’s own dashboard, the money shows here too, but the place stays. Cancel it on the order, if it shall be free.',
      ],
    },
    {
      title: 'An order that is not paid',
      words: ['It ends by itself when its time is over. *End the order* frees its places at once.'],
    },
  ],
}
