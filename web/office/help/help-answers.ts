import * as addresses from '#contract/office/addresses.ts'
import { offerHours } from '#domain/limits.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'
import { link } from './guide/guide-topic.ts'

/** A short answer that the “?” of a page shows. */
export interface HelpAnswer {
  question: string
  answer: string
  /** The topic of the guide that says more. */
  topic?: string
  /** Only roles with this permission are shown it. */
  permission?: Permission
  /** Only roles without this permission are shown it. */
  unless?: Permission
}

const today: HelpAnswer[] = [
  {
    question: 'What do I do here?',
    answer:
      'Look at it once in the morning. Each line leads to where it is done; a line goes away when it is done.',
  },
  {
    question: 'How do I find something quickly?',
    answer:
      'Press Ctrl and K (⌘ and K on a Mac), or *Search* at the top. Type a name, an order’s number, or what you want to do, like “refund”.',
  },
  {
    question: 'How do I take no more bookings for a while?',
    answer: `The owner presses *Pause bookings* in ${link('Business', addresses.business())}.`,
    topic: 'first-week',
    permission: 'business.policy',
  },
]

const planner: HelpAnswer[] = [
  {
    question: 'How do I move a date?',
    answer:
      'Drag it to another day or time, or open it and change day and start. If families have booked it, you are asked first, and they are told.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'Why do families not see a class?',
    answer: 'It is a draft or hidden. Open its date and press *Publish* or *Show again*.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'How do I cancel a date?',
    answer: 'Open it and press *Cancel the date*. You choose what families get back, and they are told.',
    topic: 'snow-day',
    permission: 'session.cancel',
  },
  {
    question: 'Which classes are these?',
    answer: 'The planner shows you the dates that you teach. Open one to see its room and its times.',
    topic: 'registers',
    unless: 'planner.edit',
  },
]

const terms: HelpAnswer[] = [
  {
    question: 'What is a term for?',
    answer:
      'It holds the days of its classes and the days that are closed. A class that is planned in it takes both from it.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'How do I sell it all at one moment?',
    answer: 'Press *Publish* beside it, and choose *Now*, or *Later* with a day and a time.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'How do I begin the next term?',
    answer: 'Press *Copy* beside this one. Its weekly classes are made again as drafts.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'What is a term?',
    answer: 'The days within which classes run week by week, with the days that are closed.',
    unless: 'planner.edit',
  },
]

const plannedClass: HelpAnswer[] = [
  {
    question: 'How do I change its day or time from now on?',
    answer:
      'Press *Change the weekly times*. Dates that are booked keep their time: open those below, and their families are asked and told.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'How do I add one more date?',
    answer: 'Press *Add dates*. It is a draft until you publish it.',
    topic: 'sell-a-term',
    permission: 'planner.edit',
  },
  {
    question: 'How do I write to everybody in it?',
    answer: 'Press *Message* at the top.',
    topic: 'messages',
    permission: 'message.class',
  },
  {
    question: 'Where is its register?',
    answer: 'Open one of its dates, then *Who comes*.',
    topic: 'registers',
  },
]

const newClass: HelpAnswer[] = [
  {
    question: 'Do families see it at once?',
    answer: 'No. It makes drafts. Look at them, then publish them.',
    topic: 'sell-a-term',
  },
  {
    question: 'How do I plan a camp?',
    answer:
      'Choose *Single dates*, with its first and last day. A camp of several days is one date, with a register for each day.',
    topic: 'sell-a-term',
  },
  {
    question: 'What are credits?',
    answer:
      'What it costs a family that has bought a class pack. Left empty, it cannot be paid with credits.',
    topic: 'shop',
  },
]

const date: HelpAnswer[] = [
  {
    question: 'How do I make more places?',
    answer:
      'Change *Places* in its details and save. Families on the waiting list are offered them by themselves.',
    topic: 'waiting-lists',
    permission: 'planner.edit',
  },
  {
    question: 'How do I cancel it?',
    answer: 'Press *Cancel the date* in its details. Once it has begun, press *Give the money back* instead.',
    topic: 'snow-day',
    permission: 'session.cancel',
  },
  {
    question: 'Who sees this?',
    answer:
      'Teachers see their own dates. Names and notes are shown from 36 hours before a class to two hours after it.',
    topic: 'registers',
  },
]

const cancelledDates: HelpAnswer[] = [
  {
    question: 'Can I take it back?',
    answer: 'For 60 seconds, with *Undo*. Nobody has been told by then. Afterwards it stands.',
    topic: 'snow-day',
    permission: 'session.cancel',
  },
  {
    question: 'Whom do I have to ring?',
    answer: 'Those under *Ring*: they have no email address. Tick them once you have reached them.',
    topic: 'snow-day',
    permission: 'session.cancel',
  },
  {
    question: 'What does “Needs you” mean?',
    answer:
      'Something that a person must finish, like a refund that the bank declined. The line says what to do.',
    topic: 'refunds',
  },
]

const registers: HelpAnswer[] = [
  {
    question: 'When can I mark?',
    answer: 'From one hour before the class begins. Open it and press *Here*, *Late* or *Not here*.',
    topic: 'registers',
  },
  {
    question: 'How do I cancel the whole day?',
    answer:
      'Press *More for this day* (the three dots) and choose to cancel its dates. Choose a venue first, if only one is closed.',
    topic: 'snow-day',
    permission: 'session.cancel',
  },
  {
    question: 'What if the hall has no signal?',
    answer:
      'Open the office once while there is one. The phone takes the registers along, and sends your marks later.',
    topic: 'registers',
  },
]

const register: HelpAnswer[] = [
  {
    question: 'I pressed the wrong button',
    answer: 'Press the same one again: the mark is taken back.',
    topic: 'registers',
  },
  {
    question: 'Somebody has come who is not on the list',
    answer: 'Press *Add a walk-in*, with a name and whom to ring. The desk books them in later.',
    topic: 'registers',
  },
  {
    question: 'A child has had an accident',
    answer:
      'Press *Add a note* under the child’s name and tick *This is an accident or another incident*. Its words are sealed, and the owner is told.',
    topic: 'registers',
  },
]

const incidents: HelpAnswer[] = [
  {
    question: 'How is one written down?',
    answer: 'In the register, with *Add a note* under the child’s name.',
    topic: 'registers',
  },
  {
    question: 'Who can read it?',
    answer: 'Managers and owners. Each time somebody opens one, the log keeps who and when.',
    topic: 'registers',
  },
]

const fireList: HelpAnswer[] = [
  {
    question: 'Who is on it?',
    answer:
      'Everybody who is marked here and has not left, and the whole list of a class that nobody has marked yet.',
    topic: 'registers',
  },
  {
    question: 'Does it work without a signal?',
    answer: 'Yes, with what this device took along. It says of which time it is.',
    topic: 'registers',
  },
]

const families: HelpAnswer[] = [
  {
    question: 'How do I book for somebody on the telephone?',
    answer: 'Open the family and press *Book for them*. For somebody new, press *New family* first.',
    topic: 'at-the-desk',
  },
  {
    question: 'How do I bring families from another system?',
    answer: `Press *Import families*, or open ${link('Import', addresses.importing())}.`,
    topic: 'moving',
    permission: 'import.run',
  },
  {
    question: 'What is a guest?',
    answer: 'Somebody who booked without an account. Their order has *Add this guest as a family*.',
    topic: 'at-the-desk',
  },
]

const family: HelpAnswer[] = [
  {
    question: 'How do I cancel or move a place?',
    answer: 'Under *Next*, press *Move* or *Cancel* beside it.',
    topic: 'refunds',
  },
  {
    question: 'How do I give credits?',
    answer: 'In the tab *Credits and points*, press *Add or take credits*, with a reason.',
    topic: 'refunds',
    permission: 'credit.grant',
  },
  {
    question: 'They cannot log in',
    answer:
      'If they have never chosen a password, press *Send the set-password email*. Otherwise they press “Forgot” on the site.',
    topic: 'at-the-desk',
  },
]

const newFamily: HelpAnswer[] = [
  {
    question: 'Is this family here already?',
    answer: 'While you type, families that look alike are shown below.',
    topic: 'at-the-desk',
  },
  {
    question: 'Do they need a password?',
    answer:
      'Not for you to book for them. Tick *Mail them a link to choose a password* so that they can log in too.',
    topic: 'at-the-desk',
  },
]

const duplicates: HelpAnswer[] = [
  {
    question: 'Is anything merged?',
    answer: 'No. Each pair says why it is here and what to do. *Keep both* takes it off the list.',
    topic: 'at-the-desk',
  },
  {
    question: 'Why are they listed?',
    answer: 'Because a name, a telephone number or an email address is written in two ways.',
    topic: 'at-the-desk',
  },
]

const orders: HelpAnswer[] = [
  {
    question: 'How do I refund?',
    answer:
      'Open the order. *Refund* gives money or credits back and keeps the place; *Cancel places* frees the place too.',
    topic: 'refunds',
    permission: 'order.refund',
  },
  {
    question: 'How do I ask for a refund?',
    answer: 'Open the order and press *Ask for a refund*. A manager accepts or declines it.',
    topic: 'refunds',
    permission: 'order.askRefund',
    unless: 'order.refund',
  },
  {
    question: 'Which orders need me?',
    answer:
      'Choose the filter *Needs you*: refunds that failed or were asked for, disputes, and money that is late.',
    topic: 'refunds',
  },
]

const order: HelpAnswer[] = [
  {
    question: 'They paid me in cash',
    answer: 'Press *Paid to us* on an unpaid order, or *Received…* where money is expected.',
    topic: 'childcare-accounts',
  },
  {
    question: 'How do I give money back?',
    answer:
      '*Refund* keeps the place, *Cancel places* frees it. Who may not do that presses *Ask for a refund*.',
    topic: 'refunds',
  },
  {
    question: 'What happened with it?',
    answer: '*What happened* at the end lists each step, and what the family was told.',
    topic: 'refunds',
  },
]

const toSend: HelpAnswer[] = [
  {
    question: 'How do I send one?',
    answer:
      'Tick it, press *Print labels*, and *Mark as sent* when it is on its way. The customer is told once.',
    topic: 'shop',
  },
  {
    question: 'They want to collect it',
    answer:
      'Orders under *Hand over at class* are for the family’s next class. Press *Mark as handed over* there.',
    topic: 'shop',
  },
]

const newBooking: HelpAnswer[] = [
  {
    question: 'They pay later',
    answer:
      'Choose *Payment link by mail* for a card, or *Comes later* for a childcare account, a voucher or a transfer.',
    topic: 'childcare-accounts',
  },
  {
    question: 'The date is full',
    answer: 'Press *Put on the waiting list*. Who plans can raise the capacity in the same press.',
    topic: 'waiting-lists',
  },
  {
    question: 'It is a trial',
    answer: 'Tick *As a trial*, where the class offers one. Each child has one for each type of class.',
    topic: 'at-the-desk',
  },
]

const money: HelpAnswer[] = [
  {
    question: 'Which day does money count on?',
    answer: 'On the day when it came in or went back. In Revenue, a place counts on the day of its class.',
    topic: 'vat',
  },
  {
    question: 'What do I give my accountant?',
    answer: `The file of ${link('VAT', addresses.vat())}. Its sum is that of the takings.`,
    topic: 'vat',
  },
  {
    question: 'What is still expected?',
    answer:
      'Money of childcare accounts, councils and transfers that has not come. The figure leads to its orders.',
    topic: 'childcare-accounts',
  },
]

const vat: HelpAnswer[] = [
  {
    question: 'What does closing do?',
    answer:
      'The period can never change again. Later refunds and corrections fall into the next one. Download its file first.',
    topic: 'vat',
  },
  {
    question: 'Where do I set the VAT code?',
    answer: `The usual one in ${link('Business', addresses.business())} under *Tax*; others at the type, the pack or the product.`,
    topic: 'vat',
  },
]

const reports: HelpAnswer[] = [
  {
    question: 'What does a number count?',
    answer: 'The sentence below the table says it. Choose the period and, in most, what the rows are.',
    topic: 'reports',
  },
  {
    question: 'Who has stopped coming?',
    answer: `${link('Attendance', addresses.attendance())} lists the children who were absent three times running.`,
    topic: 'reports',
  },
]

const waiting: HelpAnswer[] = [
  {
    question: 'Do I have to offer places myself?',
    answer: `No. A freed place is offered to who has waited longest, and kept for ${offerHours} hours.`,
    topic: 'waiting-lists',
  },
  {
    question: 'How do I give a place to one family?',
    answer: 'Press *Offer now* beside them, with a reason.',
    topic: 'waiting-lists',
  },
]

const enquiries: HelpAnswer[] = [
  {
    question: 'How do I answer?',
    answer: 'Open it, write, and press *Send and mark as done*. It goes by email.',
    topic: 'enquiries',
  },
  {
    question: 'I have answered by telephone',
    answer: 'Press *Answered elsewhere*.',
    topic: 'enquiries',
  },
]

const messages: HelpAnswer[] = [
  {
    question: 'How do I write to one class?',
    answer: 'Press *Message* in its register or on its page.',
    topic: 'messages',
  },
  {
    question: 'Who gets offers?',
    answer:
      'Families who said yes, and addresses that were left on your site. Each mail has a link that ends it.',
    topic: 'messages',
  },
  {
    question: 'Can I call it back?',
    answer: 'What was sent, no. *Stop the message* on its page holds back the rest.',
    topic: 'messages',
  },
]

const automaticMails: HelpAnswer[] = [
  {
    question: 'Why has none gone?',
    answer: 'Each is off until you have opened it, read its text, and ticked *Send this mail*.',
    topic: 'messages',
  },
  {
    question: 'To whom would it go?',
    answer: 'Open it: it says how many it would reach if it went now.',
    topic: 'messages',
  },
]

const subscriptions: HelpAnswer[] = [
  {
    question: 'Where do these come from?',
    answer: 'Visitors left them on your site to be sent offers.',
    topic: 'messages',
  },
  {
    question: 'How do they end?',
    answer: 'By the link in each mail, without signing in. Then they get no more.',
    topic: 'messages',
  },
]

const listed: HelpAnswer[] = [
  {
    question: 'How do I take something off the site?',
    answer: 'Open it and untick *Offered*. What is booked stays as it is.',
    topic: 'site',
    permission: 'catalogue.edit',
  },
  {
    question: 'In which order do families see them?',
    answer: 'In the order of this list. *Sort* changes it, where the list has one.',
    topic: 'site',
    permission: 'catalogue.edit',
  },
  {
    question: 'Who can change this?',
    answer: 'Managers and owners. You can look it up here.',
    unless: 'catalogue.edit',
  },
]

const products: HelpAnswer[] = [
  {
    question: 'How do I count the shelf?',
    answer: 'Press *Stock* beside the product: *Received*, *Counted* or *Written off*.',
    topic: 'shop',
    permission: 'stock.move',
  },
  {
    question: 'How do I sell it in sizes?',
    answer: 'Open the product and press *New size*. Each size has its own stock.',
    topic: 'shop',
    permission: 'catalogue.edit',
  },
  {
    question: 'Who can change this?',
    answer: 'Managers and owners change products. The front desk moves stock.',
    unless: 'catalogue.edit',
  },
]

const codes: HelpAnswer[] = [
  {
    question: 'What does a code take off?',
    answer: 'Per cent, or an amount. Packs and products keep their price.',
    topic: 'shop',
  },
  {
    question: 'Who has used it?',
    answer: 'The figure under *Used* leads to the orders with it.',
    topic: 'shop',
  },
]

const siteTexts: HelpAnswer[] = [
  {
    question: 'Can I get an old text back?',
    answer: 'Yes. Open the text: *Earlier versions* keeps each one, with *Bring back*.',
    topic: 'site',
  },
  {
    question: 'How do I look before I save?',
    answer: 'Press *Preview* where the form has it, or *Look at your site* in Settings after saving.',
    topic: 'site',
  },
]

const pictures: HelpAnswer[] = [
  {
    question: 'Which pictures can I use?',
    answer: 'JPEG, PNG, WebP or GIF. A large photo is made smaller by itself.',
    topic: 'site',
  },
  {
    question: 'Why do I describe a picture?',
    answer: 'So that people who cannot see it know what it shows.',
    topic: 'site',
  },
]

const business: HelpAnswer[] = [
  {
    question: 'How do I let families cancel themselves?',
    answer: 'The owner ticks it under *Cancelling places*, with the rules of what comes back.',
    topic: 'refunds',
  },
  {
    question: 'How do I take childcare accounts?',
    answer: 'The owner sets it under *Money that comes later*.',
    topic: 'childcare-accounts',
  },
  {
    question: 'How do I stop bookings?',
    answer: 'The owner writes a text for visitors under *Pause bookings* and presses the button.',
    topic: 'first-week',
  },
]

const setUp: HelpAnswer[] = [
  {
    question: 'Must I do the steps in order?',
    answer: 'No. Each says whether it is done, and the last one what is missing before you can open.',
    topic: 'first-week',
  },
  {
    question: 'Where do I enter the keys of Stripe?',
    answer: 'On your server: the person who looks after it does. Here you see whether they work.',
    topic: 'first-week',
  },
  {
    question: 'I have my families elsewhere',
    answer: `${link('Import', addresses.importing())} brings them along from a file.`,
    topic: 'moving',
    permission: 'import.run',
  },
]

const staff: HelpAnswer[] = [
  {
    question: 'What may each role do?',
    answer: 'The form in which you choose a role says it. Managers can give front desk and teacher only.',
    topic: 'staff',
  },
  {
    question: 'Somebody has left',
    answer: 'Press *Change* beside them, then *Suspend*. They are signed out everywhere at once.',
    topic: 'staff',
  },
]

const importing: HelpAnswer[] = [
  {
    question: 'What must the file look like?',
    answer: 'CSV, with a heading in the first line. *Template* gives you one to fill in.',
    topic: 'moving',
  },
  {
    question: 'Can it go wrong?',
    answer:
      'Nothing is saved before you have seen the result, and *Undo the import* restores all for 24 hours.',
    topic: 'moving',
  },
  {
    question: 'How do the families get in?',
    answer: 'After the import, press *Invite*: each is mailed a link to choose a password.',
    topic: 'moving',
  },
]

const health: HelpAnswer[] = [
  {
    question: 'Must I do anything here?',
    answer: 'Only where a line says so. What is well says so too. Most of it mends itself.',
  },
  {
    question: 'Something keeps failing',
    answer:
      'Press *Try again*. If it fails again, tell the person who looks after your server what stands there.',
  },
]

const log: HelpAnswer[] = [
  {
    question: 'What is in it?',
    answer:
      'Each change that staff made: who, when and why. It has no medical notes and no texts of messages.',
  },
  {
    question: 'What does “Unbroken” mean?',
    answer: 'Nobody has changed the log past the office since that time.',
  },
]

const ownSignIn: HelpAnswer[] = [
  {
    question: 'How do I sign in on another device?',
    answer: 'Sign in there once with what you have, open *My sign-in* and press *Add a way to sign in*.',
    topic: 'own-sign-in',
  },
  {
    question: 'What if I lose my phone?',
    answer: 'Sign in with a recovery code, then end its session under *Sessions*.',
    topic: 'own-sign-in',
  },
]

const help: HelpAnswer[] = [
  {
    question: 'How is this guide searched?',
    answer: 'Type what you want to do. The same words work in *Search* at the top of each page.',
  },
  {
    question: 'Whom do I ask if it is not here?',
    answer: 'The person who looks after your server. Tell them the page and what stands there.',
  },
]

/** The short answers of each page, by its path. */
export const helpAnswers: Readonly<Record<string, readonly HelpAnswer[]>> = {
  [addresses.today.path]: today,
  [addresses.planner.path]: planner,
  [addresses.terms.path]: terms,
  [addresses.term.path]: terms,
  [addresses.newClass.path]: newClass,
  [addresses.plannedClass.path]: plannedClass,
  [addresses.sessionTab.path]: date,
  [addresses.cancelledDates.path]: cancelledDates,
  [addresses.registers.path]: registers,
  [addresses.session.path]: register,
  [addresses.register.path]: register,
  [addresses.incidents.path]: incidents,
  [addresses.incident.path]: incidents,
  [addresses.fireList.path]: fireList,
  [addresses.families.path]: families,
  [addresses.family.path]: family,
  [addresses.familyTab.path]: family,
  [addresses.newFamily.path]: newFamily,
  [addresses.duplicates.path]: duplicates,
  [addresses.orders.path]: orders,
  [addresses.order.path]: order,
  [addresses.toSend.path]: toSend,
  [addresses.newBooking.path]: newBooking,
  [addresses.money.path]: money,
  [addresses.revenue.path]: money,
  [addresses.vat.path]: vat,
  [addresses.occupancy.path]: reports,
  [addresses.attendance.path]: reports,
  [addresses.demand.path]: reports,
  [addresses.sources.path]: reports,
  [addresses.waiting.path]: waiting,
  [addresses.waitingPeople.path]: waiting,
  [addresses.enquiries.path]: enquiries,
  [addresses.replyTexts.path]: enquiries,
  [addresses.messages.path]: messages,
  [addresses.newMessage.path]: messages,
  [addresses.message.path]: messages,
  [addresses.automaticMails.path]: automaticMails,
  [addresses.subscriptions.path]: subscriptions,
  [addresses.types.path]: listed,
  [addresses.venues.path]: listed,
  [addresses.rooms.path]: listed,
  [addresses.ages.path]: listed,
  [addresses.packs.path]: listed,
  [addresses.products.path]: products,
  [addresses.categories.path]: products,
  [addresses.codes.path]: codes,
  [addresses.pictures.path]: pictures,
  [addresses.texts.path]: siteTexts,
  [addresses.articles.path]: siteTexts,
  [addresses.promoPages.path]: siteTexts,
  [addresses.promoItems.path]: siteTexts,
  [addresses.business.path]: business,
  [addresses.setUp.path]: setUp,
  [addresses.staff.path]: staff,
  [addresses.importing.path]: importing,
  [addresses.importRun.path]: importing,
  [addresses.health.path]: health,
  [addresses.log.path]: log,
  [addresses.mySignIn.path]: ownSignIn,
  [addresses.ownSessions.path]: ownSignIn,
  [addresses.help.path]: help,
  [addresses.helpTopic.path]: help,
}

const maxAnswers = 3

/** Returns the answers that a page shows a role. */
export const answersFor = (role: Role, path: string): HelpAnswer[] =>
  (helpAnswers[path] ?? [])
    .filter(
      ({ permission, unless }) => (!permission || may(role, permission)) && !(unless && may(role, unless)),
    )
    .slice(0, maxAnswers)
