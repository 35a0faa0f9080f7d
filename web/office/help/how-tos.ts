import * as addresses from '#contract/office/addresses.ts'

/** How something is done, as the palette answers it. */
export interface HowTo {
  /** The task: “Refund an order”. */
  label: string
  /** Where and how, in a few words. */
  how: string
  /** The page to begin at. */
  to: string
  /** Other words by which people look for it. */
  words?: string
}

export const howTos: readonly HowTo[] = [
  {
    label: 'Refund an order',
    how: 'Orders: open it, then Refund',
    to: addresses.orders(),
    words: 'give money back goodwill return',
  },
  {
    label: 'Cancel a place',
    how: 'Families: open one, then Cancel beside the place',
    to: addresses.families(),
    words: 'booking leave refund',
  },
  {
    label: 'Cancel a class on one day',
    how: 'Planner: open the date, then Cancel the date',
    to: addresses.planner(),
    words: 'session ill teacher',
  },
  {
    label: 'Cancel a whole day',
    how: 'Registers: choose the day, then the three dots',
    to: addresses.registers(),
    words: 'snow class classes closed all dates',
  },
  {
    label: 'Give back money for a class that has begun',
    how: 'Planner: open the date, then Give the money back',
    to: addresses.planner(),
    words: 'refund goodwill',
  },
  {
    label: 'See the takings',
    how: 'Money: choose the period',
    to: addresses.money(),
    words: 'income sales turnover cash card earned revenue',
  },
  {
    label: 'See what a class earns',
    how: 'Money, Revenue',
    to: addresses.revenue(),
    words: 'profit takings',
  },
  {
    label: 'See how full the classes are',
    how: 'Money or Registers, Occupancy: choose the period',
    to: addresses.occupancy(),
    words: 'report occupancy empty places weekday capacity',
  },
  {
    label: 'See who came, and who has stopped coming',
    how: 'Money or Registers, Attendance',
    to: addresses.attendance(),
    words: 'report attendance absent missing register marks',
  },
  {
    label: 'See which classes people wait for',
    how: 'Money or Registers, Waiting',
    to: addresses.demand(),
    words: 'report demand waiting list full',
  },
  {
    label: 'See how families heard of you',
    how: 'Money, Sources',
    to: addresses.sources(),
    words: 'report source marketing advertising where',
  },
  {
    label: 'File for the accountant',
    how: 'Money, VAT: choose the period, then download',
    to: addresses.vat(),
    words: 'tax vat return close quarter bookkeeping',
  },
  {
    label: 'Book for a family',
    how: 'New booking: family, class, dates, payment',
    to: addresses.newBooking(),
    words: 'telephone phone call desk place child',
  },
  {
    label: 'Record cash or a transfer',
    how: 'Orders: open it, then Paid to us or Received…',
    to: addresses.orders(),
    words: 'paid bank childcare account voucher council expected money',
  },
  {
    label: 'Mail a payment link',
    how: 'Orders: open the unpaid one, then Mail a payment link',
    to: `${addresses.orders()}?state=unpaid`,
    words: 'pay card send unpaid remind',
  },
  {
    label: 'Take childcare accounts and vouchers',
    how: 'Settings, Business: Money that comes later',
    to: addresses.business(),
    words: 'tax-free council expected',
  },
  {
    label: 'Move a place to another date',
    how: 'Families: open one, then Move beside the place',
    to: addresses.families(),
    words: 'reschedule change swap booking',
  },
  {
    label: 'Change the time of a class',
    how: 'Planner: open the date, or the class for every week',
    to: addresses.planner(),
    words: 'move reschedule day start',
  },
  {
    label: 'Make more places',
    how: 'Planner: open the date, then Places',
    to: addresses.planner(),
    words: 'capacity full spaces',
  },
  {
    label: 'Publish a term',
    how: 'Planner, Terms: Publish beside it',
    to: addresses.terms(),
    words: 'open sell release go live',
  },
  {
    label: 'Copy a term',
    how: 'Planner, Terms: Copy beside it',
    to: addresses.terms(),
    words: 'next new repeat roll over',
  },
  {
    label: 'Take a register',
    how: 'Registers: open the class',
    to: addresses.registers(),
    words: 'mark attendance here absent',
  },
  {
    label: 'Write an accident down',
    how: 'Registers: open the class, then Add a note',
    to: addresses.registers(),
    words: 'incident injury note first aid',
  },
  {
    label: 'Write to a class',
    how: 'Registers: open the class, then Message',
    to: addresses.registers(),
    words: 'email mail message parents',
  },
  {
    label: 'Write to all families',
    how: 'Messages: New message',
    to: addresses.newMessage(),
    words: 'email mail newsletter offers everybody',
  },
  {
    label: 'Remind people the day before',
    how: 'Messages, Automatic',
    to: addresses.automaticMails(),
    words: 'reminder automatic mail email',
  },
  {
    label: 'Offer a place from the waiting list',
    how: 'Waiting: open the date, then Offer now',
    to: addresses.waiting(),
    words: 'queue free give',
  },
  {
    label: 'Send a parcel',
    how: 'Orders, To send: tick it, then Mark as sent',
    to: addresses.toSend(),
    words: 'post dispatch ship label product',
  },
  {
    label: 'Give credits to a family',
    how: 'Families: open one, then Credits and points',
    to: addresses.families(),
    words: 'add take goodwill pack',
  },
  {
    label: 'Make a discount code',
    how: 'Catalogue, Codes: New code',
    to: addresses.codes(),
    words: 'voucher promotion offer per cent',
  },
  {
    label: 'Change prices',
    how: 'Planner: choose the list, tick dates, then Change',
    to: `${addresses.planner()}?view=list`,
    words: 'cost fee price',
  },
  {
    label: 'Change a text of the site',
    how: 'Site, Texts',
    to: addresses.texts(),
    words: 'home page words terms privacy policy',
  },
  {
    label: 'Pause bookings',
    how: 'Settings, Business: Pause bookings',
    to: addresses.business(),
    words: 'stop close holiday',
  },
  {
    label: 'Let families cancel themselves',
    how: 'Settings, Business: Cancelling places',
    to: addresses.business(),
    words: 'cancellation policy refund rules',
  },
  {
    label: 'Invite a colleague',
    how: 'Settings, Staff: Invite somebody',
    to: addresses.staff(),
    words: 'teacher manager role add user',
  },
  {
    label: 'Bring families from another system',
    how: 'Settings, Import: choose a CSV file',
    to: addresses.importing(),
    words: 'import move migrate csv upload',
  },
  {
    label: 'Who changed something',
    how: 'Settings, Log',
    to: addresses.log(),
    words: 'history audit did what',
  },
  {
    label: 'Add a passkey',
    how: 'My sign-in: Add a way to sign in',
    to: addresses.mySignIn(),
    words: 'password login phone device',
  },
]
