import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const childcareAccounts: GuideTopic = {
  id: 'childcare-accounts',
  title: 'Childcare accounts, vouchers and councils',
  about: 'Book now, and record the money when it comes.',
  permission: 'payment.desk',
  parts: [
    {
      title: 'Let families choose it themselves',
      steps: [
        `The owner opens ${link('Business', addresses.business())}, then *Money that comes later*.`,
        'Tick that families may choose to pay from a childcare account or by voucher when they book.',
        'Under *How they pay it* write how to find you in a childcare account, or your number with a voucher company.',
      ],
      notes: [
        'Their places are confirmed at once. They read “Payment expected” with the reference to quote, and get no receipt before the money is there.',
      ],
    },
    {
      title: 'Book for a family that pays this way',
      steps: [
        `Open the family in ${link('Families', addresses.families())} and press *Book for them*.`,
        'Choose the class, who comes, and the dates.',
        'Under *How is it paid?* choose *Comes later*, and where it comes from: childcare account, voucher, bank transfer or council.',
      ],
    },
    {
      title: 'The money has come',
      steps: [
        `Open the order in ${link('Orders', addresses.orders())}. The filter *Needs you* has *Payment expected*, and *Payment late*.`,
        'Press *Received…*, and write the sum, the day and the reference. A part of the sum is fine too.',
      ],
      notes: [
        'When all has come, the order is paid and the family is told. A receipt that was a mistake is put right with *Correct*: it stays in the list, with its opposite below.',
        `Takings and VAT count the money on the day when it came. What is still to come stands in ${link('Takings', addresses.money())} under *Still expected*.`,
      ],
    },
    {
      title: 'It does not come',
      words: [
        'After the days that you allow (14 at first, under *Money that comes later*) it stands under “To look into” on Today. Nothing ends by itself.',
        'A manager can take back the rest on the order: the places are cancelled, what was received goes back by hand, and the family is told.',
      ],
    },
  ],
}
