import { everyEdge, maxPayLaterText, maxPolicyRows, setUpSteps } from '#domain/office/business-rules.ts'
import { everyVatCode } from '#domain/office/vat.ts'
import { tidyNote, tidyPhone, tidyPostcode } from '#domain/tidy-text.ts'
import {
  boolean,
  choice,
  colour,
  count,
  date,
  done,
  email,
  ifPresent,
  instant,
  line,
  list,
  longText,
  name,
  nullable,
  plain,
  read,
  saved,
  secret,
  textUpTo,
  version,
  write,
} from './office-call.ts'

const details = {
  name,
  legalName: name,
  companyNumber: textUpTo(20),
  /** Printed on receipts, which claims for childcare require (record 035). */
  childcareRegistration: textUpTo(60),
  email,
  phone: textUpTo(30, tidyPhone),
  address: line,
  postcode: textUpTo(10, tidyPostcode),
}
const look = { logo: line, footerLogo: line, accent: colour }
const points = {
  givesPoints: boolean,
  /** The reward for points, in the business's words. */
  pointsUse: textUpTo(200),
}
/** The proposed refund of a cancelled place, by the hours before its start (spec 4 §3). */
const policy = {
  rows: list(
    plain({ hoursBefore: count, cardPercent: count, asCredits: boolean, returnCredits: boolean }),
    maxPolicyRows,
  ),
  /** Whether families may cancel places themselves, by the policy that was stored with their order. */
  parentsMayCancel: boolean,
}
/** Money that comes later (decision E-60). */
const payLater = {
  /** How many days staff wait for expected money before it needs a decision. */
  expectedDays: count,
  /** Whether families may choose to pay later, from a childcare account or by voucher. */
  parentsMayPayLater: boolean,
  /** How they pay it, in the business's words. They read it on the order's page and in the mail. */
  payLaterText: textUpTo(maxPayLaterText, tidyNote),
}
/** The price of sending products, and how long it takes (decision O-114). */
const postage = {
  pricePence: count,
  /** The price of the products from which it is free; null if it never is. */
  freeFromPence: nullable(count),
  /** In the business's words: “3 to 5 working days”. */
  deliveryTime: textUpTo(60),
  /** Whether families may collect products at their class (decision O-115). */
  offersCollect: boolean,
}
const tax = { isVatRegistered: boolean, vatNumber: textUpTo(20) }
/** The edge that is drawn below the top of each page of the site (decision E-76). */
const edge = choice(everyEdge)
/**
 * The VAT code of everything without its own, and the first day of the registration; null if it was always registered.
 */
const vat = { vatCode: choice(everyVatCode), vatRegisteredOn: nullable(date) }

export const businessDetails = plain({
  version,
  ...details,
  ...look,
  edge,
  ...points,
  ...tax,
  ...vat,
  policy: plain(policy),
  postage: plain(postage),
  payLater: plain(payLater),
  openedAt: nullable(instant),
  pausedAt: nullable(instant),
  pauseText: line,
})

/** `mayWait`: the business may open without it. */
const step = plain({ step: choice(setUpSteps), isDone: boolean, wants: line, mayWait: boolean })

/** Whether payments are real: `practice` is our own page, `test` uses the card provider's test keys, `none` has no keys. */
export const paymentMode = choice(['none', 'practice', 'test', 'live'])

/** The business itself, and the setup from an empty installation to its opening (spec 3 §2). */
export const business = {
  get: read('Business/get', 'everybody', {}, businessDetails),
  saveDetails: write('Business/saveDetails', 'business.edit', { version, ...details }, saved),
  saveLook: write('Business/saveLook', 'business.edit', { version, ...look, edge: ifPresent(edge) }, saved),
  savePoints: write('Business/savePoints', 'business.edit', { version, ...points }, saved),
  savePostage: write('Business/savePostage', 'business.edit', { version, ...postage }, saved),
  saveTax: write(
    'Business/saveTax',
    'business.edit',
    { version, ...tax, vatCode: ifPresent(vat.vatCode), vatRegisteredOn: ifPresent(vat.vatRegisteredOn) },
    saved,
  ),
  savePolicy: write('Business/savePolicy', 'business.policy', { version, ...policy }, saved, {
    needsReauthentication: true,
  }),
  savePayLater: write('Business/savePayLater', 'business.policy', { version, ...payLater }, saved, {
    needsReauthentication: true,
  }),
  steps: read(
    'Business/steps',
    'business.edit',
    {}, // `siteAddress`: the site's own first page, as families are told it.
    plain({ steps: list(step), isOpen: boolean, siteAddress: line }),
  ),
  /** Asks the card provider which account the keys belong to. */
  checkPayments: read(
    'Business/checkPayments',
    'business.edit',
    {},
    plain({
      mode: paymentMode,
      account: line,
      problem: line,
      lastPaymentAt: nullable(instant),
      lastHookAt: nullable(instant),
    }),
  ),
  /** Reads whose keys are used, never the keys. */
  cardAccount: read(
    'Business/cardAccount',
    'business.policy',
    {},
    plain({ version, accountName: line, setIn: choice(['office', 'environment', 'practice']) }),
  ),
  /** Saves the card provider's secret key once the provider knows it. */
  saveCardAccount: write(
    'Business/saveCardAccount',
    'business.policy',
    { version, secretKey: secret },
    saved,
    {
      needsReauthentication: true,
    },
  ),
  mail: read(
    'Business/mail',
    'business.edit',
    {},
    // `isTestSent`: a test was sent at some time; `checkedAt`: somebody confirmed that it arrived. `isPractice`: mails stay
    // in the practice mailbox.
    plain({
      from: line,
      server: line,
      isPractice: boolean,
      isTestSent: boolean,
      checkedAt: nullable(instant),
      waiting: count,
    }),
  ),
  /**
   * The mail server as it can be set in the office, without its password, and the DNS records of the sender's domain.
   */
  mailServer: read(
    'Business/mailServer',
    'business.policy',
    {},
    plain({
      version,
      host: line,
      port: count,
      userName: line,
      hasPassword: boolean,
      senderAddress: line,
      setIn: choice(['office', 'environment', 'practice']),
      dns: list(plain({ use: line, name: line, value: longText })),
    }),
  ),
  /** Saves the mail server if our sign-in to it succeeds. An empty password keeps the stored one. */
  saveMailServer: write(
    'Business/saveMailServer',
    'business.policy',
    {
      version,
      host: textUpTo(253),
      port: count,
      userName: textUpTo(254),
      password: secret,
      senderAddress: email,
    },
    saved,
    { needsReauthentication: true },
  ),
  /** Sends a mail now, and returns the mail server's answer. */
  checkMail: write(
    'Business/checkMail',
    'business.edit',
    { to: email },
    plain({ isSent: boolean, answer: line }),
  ),
  /** Confirms that the test mail arrived. */
  confirmMail: write('Business/confirmMail', 'business.edit', {}, done),
  /** Creates drafts of the terms and the privacy policy where they are missing. */
  draftTexts: write('Business/draftTexts', 'business.edit', {}, plain({ drafted: count })),
  open: write('Business/open', 'business.open', {}, done, { needsReauthentication: true }),
  /** Stops bookings until they are resumed, and shows visitors the text. During a pause, changes its text. */
  pause: write('Business/pause', 'business.open', { text: textUpTo(300) }, done, {
    needsReauthentication: true,
  }),
  resume: write('Business/resume', 'business.open', {}, done, { needsReauthentication: true }),
}
