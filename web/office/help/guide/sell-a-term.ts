import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const sellATerm: GuideTopic = {
  id: 'sell-a-term',
  title: 'Sell a term',
  about: 'Plan the classes of a term, publish them all at one moment, and copy them for the next.',
  permission: 'planner.edit',
  parts: [
    {
      title: 'Make the term',
      steps: [
        `Open ${link('Terms', addresses.terms())} and press *New term*.`,
        'Fill in its name, first day and last day.',
        'Press *Add a closure* for half-term, and *Add England’s bank holidays* for the days that lie in it. Classes leave these days out. A closure can be of one venue only.',
      ],
    },
    {
      title: 'Plan its classes',
      steps: [
        `Press *New* at the top and choose *Class*, or open ${link('New class', addresses.newClass())}.`,
        'Choose type, venue, age and term. What is not there yet can be made without leaving the form.',
        'Under *Week by week* choose the days, the start and the end, and how many places there are. Under *Single dates* stand camps and workshops.',
        'Write the price of a date. With *Credits*, families can also pay with a class pack.',
        'The button says how many drafts it makes. Press it. Families see none of them yet.',
      ],
      notes: [
        'A camp or a parents’ session may have *No age group*: then fill in *From age* and *Until the birthday*, or leave both empty.',
        `The dates are listed before you save, with the clashes of rooms and teachers. All clashes of a term stand behind *What clashes* in ${link('Terms', addresses.terms())}.`,
      ],
    },
    {
      title: 'Publish it',
      steps: [
        `In ${link('Terms', addresses.terms())} press *Publish* beside the term.`,
        'Choose *Now*, or *Later* with a day and a time. Families then see all of it at the same moment, and can book.',
      ],
      notes: ['Until that moment it can be changed or called off under *Reschedule*.'],
    },
    {
      title: 'Change something afterwards',
      words: [
        `Open the date in the ${link('Planner', addresses.planner())} to change its places, price, room, teacher or time. For a whole class, open it by *The class and all its dates*, then *Change the weekly times*.`,
        'Bought places keep their price. When a booked date gets another time, the form offers to tell its families. They then get a mail with which they can move or get their money back.',
        'For many dates at once choose the list in the planner, tick them, and press *Change*.',
      ],
    },
    {
      title: 'The next term',
      steps: [
        `In ${link('Terms', addresses.terms())} press *Copy* beside the term.`,
        'Write the name and the days of the new one. *The same weeks closed as in* the old term is offered, and *All prices by per cent* raises every price, rounded to 10p.',
        'Untick classes that do not go on. Everything that runs week by week is made again as drafts.',
        'Look through it in the planner, then publish it.',
      ],
    },
  ],
}
