import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const registers: GuideTopic = {
  id: 'registers',
  title: 'Registers',
  about: 'Mark who comes, with and without a signal, and know who is in the building.',
  permission: 'child.register',
  parts: [
    {
      title: 'Take a register',
      steps: [
        `Open ${link('Registers', addresses.registers())} and the class. You can mark from one hour before it begins.`,
        'Press *Here*, *Late* or *Not here* beside each child, or *All here* at the foot. The same button again takes a mark back.',
        'When a child is collected, press *Left* and choose by whom.',
      ],
      notes: [
        'Allergies and medical notes are shown from 36 hours before a class to two hours after it. “Not told” means that nobody has answered the question, not that there is nothing.',
        'Birthdays, trials, unpaid places and children who may not be photographed are marked in the row.',
        'Teachers see names from 36 hours before a class to two hours after it, and only of their own classes.',
      ],
    },
    {
      title: 'Somebody comes without a booking',
      words: [
        'Press *Add a walk-in*, with a name and whom to ring. The desk finds them under “Walk-ins to settle” and books them in later.',
      ],
    },
    {
      title: 'No signal in the hall',
      words: [
        'Open the office once on the phone while there is a signal. It downloads the registers of the next 36 hours. Without a signal you mark as always, and the marks are sent when the signal is back; the line at the foot says how many are waiting.',
        `After five minutes away, the phone shows first names alone until you use its passkey. Add one in ${link('My sign-in', addresses.mySignIn())}. Without a passkey, notes and surnames come back when you are signed in with a signal.`,
      ],
    },
    {
      title: 'Fire list',
      words: [
        'Each venue of today has a *Fire list*: everybody who is there now, with whom to ring. A class that nobody has marked yet stands there whole.',
      ],
    },
    {
      title: 'A note, an accident',
      words: [
        'Press *Add a note* under the child’s name. Tick *This is an accident or another incident* for one. Then its words are sealed: only managers and owners read them, and the owner is mailed that there is one.',
        `Managers find them in ${link('Incidents', addresses.incidents())}, each on one page to print and sign.`,
      ],
    },
    {
      title: 'Who is missing',
      words: [
        'Parents can say in My Bookings that a child cannot come. Who is marked *Not here* without that stands in *Registers* with the numbers to ring. A register that was not taken 15 minutes after the start stands on Today.',
      ],
    },
    {
      title: 'On paper',
      words: [
        'Press *Print*. Medical notes are left out; *Print with medical notes* prints them, and the log says who did.',
      ],
    },
  ],
}
