import { setUpSteps } from '#domain/office/business-rules.ts'
import { tidyPhone, tidyPostcode } from '#domain/written-text.ts'
import {
  choice,
  colour,
  count,
  done,
  email,
  instant,
  line,
  list,
  name,
  nullable,
  plain,
  read,
  saved,
  textUpTo,
  truth,
  version,
  write,
} from './office-call.ts'

const details = {
  name,
  legalName: name,
  companyNumber: textUpTo(20),
  /** Printed on receipts, which claims for childcare need (record 086). */
  childcareRegistration: textUpTo(60),
  email,
  phone: textUpTo(30, tidyPhone),
  address: line,
  postcode: textUpTo(10, tidyPostcode),
}
const look = { logo: line, footerLogo: line, accent: colour }
const points = {
  givesPoints: truth,
  /** What families get for their points, in the business's words. */
  pointsUse: textUpTo(200),
}
const tax = { isVatRegistered: truth, vatNumber: textUpTo(20) }

export const businessDetails = plain({
  version,
  ...details,
  ...look,
  ...points,
  ...tax,
  openedAt: nullable(instant),
})

/** `mayWait`: the business may open without it. */
const step = plain({ step: choice(setUpSteps), isDone: truth, wants: line, mayWait: truth })

/** Whether money moves: `practice` is our own page, `test` the card provider's test keys. */
export const paymentMode = choice(['practice', 'test', 'live'])

/** The business itself, and the way from an empty installation to open doors (spec 3 §2). */
export const business = {
  get: read('Business/get', 'everybody', {}, businessDetails),
  saveDetails: write('Business/saveDetails', 'business.edit', { version, ...details }, saved),
  saveLook: write('Business/saveLook', 'business.edit', { version, ...look }, saved),
  savePoints: write('Business/savePoints', 'business.edit', { version, ...points }, saved),
  saveTax: write('Business/saveTax', 'business.edit', { version, ...tax }, saved),
  steps: read(
    'Business/steps',
    'business.edit',
    {}, // `siteAddress`: the site's own first page, as families are told it.
    plain({ steps: list(step), isOpen: truth, siteAddress: line }),
  ),
  /** Asks the card provider whose account it is. */
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
  mail: read(
    'Business/mail',
    'business.edit',
    {},
    // `isTestSent`: a test was sent, be it days ago; `checkedAt`: somebody said that it had arrived.
    plain({ from: line, server: line, isTestSent: truth, checkedAt: nullable(instant), waiting: count }),
  ),
  /** Sends a mail now, and says what the mail server said. */
  checkMail: write(
    'Business/checkMail',
    'business.edit',
    { to: email },
    plain({ isSent: truth, answer: line }),
  ),
  /** Somebody has read the test. */
  confirmMail: write('Business/confirmMail', 'business.edit', {}, done),
  /** Puts drafts of the terms and the privacy policy where there are none. */
  draftTexts: write('Business/draftTexts', 'business.edit', {}, plain({ drafted: count })),
  open: write('Business/open', 'business.open', {}, done, { needsProof: true }),
}
