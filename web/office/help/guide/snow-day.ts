import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const snowDay: GuideTopic = {
  id: 'snow-day',
  title: 'A snow day: cancel classes',
  about: 'Cancel one class, or a whole day, with the money back and every family told.',
  permission: 'session.cancel',
  parts: [
    {
      title: 'Cancel a whole day',
      steps: [
        `Open ${link('Registers', addresses.registers())} and choose the day. Choose a venue too, if only that one is closed.`,
        'Press *More for this day* (the three dots) and choose to cancel all its dates. Those that have begun are left out.',
        'Choose what families get: *All money back to the cards*, *Credits for everybody*, or *Move all who fit to another date*. The figures below change with it.',
        'Write a note to the families, if you like. It stands in their email.',
        'Press the button, read the figures once more, and press it again.',
      ],
      notes: [
        'Sales stop at once. For 60 seconds you can press *Undo*, and nobody has been told anything yet. Then everybody is told by email and the money goes back.',
        'Money that was not paid by card is listed to be given back by hand.',
        'The page that opens shows who was told and what went back. *Needs you* lists whom somebody has to ring, because they have no email address.',
      ],
    },
    {
      title: 'Cancel one date',
      steps: [
        `Open the date in the ${link('Planner', addresses.planner())}.`,
        'Press *Cancel the date*. The rest is as above.',
      ],
      notes: [
        `To cancel several dates of a class, choose the list in the planner, tick them, and press *Cancel*.`,
      ],
    },
    {
      title: 'It has begun already, or a camp loses a day',
      words: [
        'A date that has begun cannot be cancelled. Its page has *Give the money back* instead: the date stands, and you choose for each place what comes back. For a camp, choose how many days were lost, and that part of the price is proposed.',
      ],
    },
    {
      title: 'One place only',
      words: [
        `If one child leaves, cancel the place and not the date: ${link('Refunds', addresses.helpTopic({ topic: 'refunds' }))} says how.`,
      ],
    },
  ],
}
