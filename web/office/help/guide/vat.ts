import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const vat: GuideTopic = {
  id: 'vat',
  title: 'Takings and VAT',
  about: 'What came in, what it was for, and one file for your accountant.',
  permission: 'money.see',
  parts: [
    {
      title: 'Takings',
      words: [
        `${link('Takings', addresses.money())} shows what came in and what went back, by day, week or month, and by method: card, cash, bank and the others. Choose the period at the top. Each row leads to its orders, and the table can be downloaded.`,
        'Money counts on the day when it came in or went back, not on the day of the class.',
      ],
    },
    {
      title: 'Revenue',
      words: [
        `${link('Revenue', addresses.revenue())} shows what was earned by class, venue, type, teacher or term. A place counts on the day of its class, also while its money is still expected.`,
      ],
    },
    {
      title: 'Set up VAT',
      steps: [
        `The owner opens ${link('Business', addresses.business())}, then *Tax*.`,
        'Tick *We are registered for VAT*, and fill in the number, the first day and the usual code. Ask your accountant which code your classes have.',
        `A type, a pack or a product can have a code of its own, in the ${link('Catalogue', addresses.types())} under *VAT*.`,
      ],
    },
    {
      title: 'The file, and closing a period',
      steps: [
        `Open ${link('VAT', addresses.vat())} and choose a period that is over, such as *Last quarter*.`,
        'Download the file and give it to your accountant. Its sum is that of the takings, to the penny.',
        'Press *Close*. A closed period never changes and cannot be opened again: later refunds and corrections fall into the next one.',
      ],
    },
  ],
}
