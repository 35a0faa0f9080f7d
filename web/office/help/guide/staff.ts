import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const staff: GuideTopic = {
  id: 'staff',
  title: 'Staff',
  about: 'Invite colleagues, choose what they may do, and end it when they leave.',
  permission: 'staff.manage',
  parts: [
    {
      title: 'Invite somebody',
      steps: [
        `Press *Invite somebody* in ${link('Staff', addresses.staff())}.`,
        'Write their email address and choose their role. The form says what each role may do.',
        'Press *Send the invitation*. The link works once, for seven days. *Send again* sends a new one.',
      ],
      notes: ['Managers can invite front desk and teachers. Only an owner can invite owners and managers.'],
    },
    {
      title: 'The four roles',
      words: [
        'Owner: everything, and alone the rules for cancelling, tax, opening and pausing.',
        'Manager: plans, refunds, writes to everybody, sees the money, and invites front desk and teachers.',
        'Front desk: families, bookings, orders, waiting lists, enquiries and registers. It asks for refunds instead of giving them.',
        'Teacher: their own classes and registers.',
      ],
    },
    {
      title: 'Somebody leaves, or has lost a phone',
      steps: [
        `Press *Change* beside them in ${link('Staff', addresses.staff())}.`,
        'Press *Suspend*: they are signed out everywhere at once and cannot sign in again. Or press *Reset their sign-in*: a link to start again is mailed to them.',
      ],
      notes: ['What they did stays in the log, with their name.'],
    },
    {
      title: 'Who did what',
      words: [
        `The ${link('Log', addresses.log())} has every change that staff made, with who, when and why. Nobody can change it.`,
      ],
    },
  ],
}
