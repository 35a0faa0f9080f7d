import * as addresses from '#contract/office/addresses.ts'
import { lastOfferHoursBefore, offerHours } from '#domain/limits.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const waitingLists: GuideTopic = {
  id: 'waiting-lists',
  title: 'Waiting lists',
  about: 'A freed place is offered by itself. You can also offer one by hand.',
  permission: 'queue.offer',
  parts: [
    {
      title: 'What happens by itself',
      words: [
        `When a place becomes free, it is offered to the family that has waited longest, by email, and kept for them for ${offerHours} hours, or until ${lastOfferHoursBefore} hours before the class. If they do not take it, the next is offered it.`,
        'While bookings are paused, nothing is offered.',
      ],
    },
    {
      title: 'Put somebody on a list',
      steps: [
        `Open ${link('Waiting lists', addresses.waiting())} and press *Put somebody on*.`,
        'Choose the family and the full date.',
      ],
      notes: ['A family’s page has *Put on a waiting list* too.'],
    },
    {
      title: 'Offer a place out of turn',
      steps: [
        'Open the date, and press *Offer now* beside the family.',
        'If the date is full, who plans can give it one more place in the same press.',
        'Choose for how many hours it is kept, and write the reason. They are told by email; who left no email address must be rung.',
      ],
    },
    {
      title: 'Take somebody off',
      words: ['Press *Take off*. The family is told that they no longer wait, and not the reason.'],
    },
  ],
}
