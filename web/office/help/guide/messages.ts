import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const messages: GuideTopic = {
  id: 'messages',
  title: 'Messages to families',
  about:
    'Write to a class, to all of a venue on one day or to everybody, and send offers only to those who agreed.',
  permission: 'message.class',
  parts: [
    {
      title: 'Write to a class',
      steps: [
        'Press *Message* in its register, on the page of the class, or on a family’s page.',
        'Write a subject and the text. Words in braces, like {first name} or {child}, are filled in for each family. An address of your site on a line of its own becomes a button.',
        'Look at the examples: they are three of the families that get it. *Send me a test* sends it to you.',
        'The button says to how many addresses it goes. Press it.',
      ],
      notes: [
        'It goes by email and stands under Notifications on the site. Who has no email address is listed to be rung.',
      ],
    },
    {
      title: 'Write to many',
      steps: [
        `Press *New message* in ${link('Messages', addresses.messages())}.`,
        'Choose whom: one class and its date, all classes of a venue on one day, or, for managers and owners, all who booked a term, type or age, all who have not paid, all who bought a product, or all families.',
        'Under *Leave somebody out* you can take families off.',
        'Fill in *Send it later* if it shall go at another time.',
      ],
      notes: [
        'For more than 50 families you are asked to confirm that it is you.',
        'The page of the message shows what became of each mail. *Stop the message* holds back what has not been sent yet.',
      ],
    },
    {
      title: 'Offers and news',
      words: [
        'Choose *Offers: only to those who agreed* for advertising, or press *Send it as an offer* where the page found some. It goes to families who said yes, and to addresses that visitors left on your site, once to each. Each mail has a link that ends it without signing in.',
        `The addresses that visitors left stand in ${link('Addresses for offers', addresses.subscriptions())}.`,
      ],
    },
    {
      title: 'Automatic mails',
      words: [
        `${link('Automatic mails', addresses.automaticMails())} has three: the day before a class, not paid yet, and two days after a trial. Each is off until you have read its text and ticked *Send this mail*.`,
      ],
    },
    {
      title: 'Teachers',
      words: [
        'A teacher can write to the families of their own class with fixed texts: running late, please bring something, where we meet.',
      ],
    },
  ],
}
