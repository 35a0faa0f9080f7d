import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { checkMail, confirmMail } from './check-mail.ts'
import { checkPayments } from './check-payments.ts'
import { draftTexts } from './draft-texts.ts'
import { openBusiness } from './open-business.ts'
import { pauseBookings, resumeBookings } from './pause-bookings.ts'
import { readBusiness, readMailState, readSteps } from './queries.ts'
import {
  saveDetails,
  saveLook,
  savePayLater,
  savePoints,
  savePolicy,
  savePostage,
  saveTax,
} from './save-business.ts'
import { readCardAccount, saveCardAccount } from './save-card-account.ts'
import { readMailServer, saveMailServer } from './save-mail-server.ts'

export const businessOfficeRoutes = serveOffice(officeContract.business, {
  get: (_, { db }) => readBusiness(db),
  saveDetails,
  saveLook,
  savePoints,
  saveTax,
  savePolicy,
  savePostage,
  savePayLater,
  steps: async (_, { db, clock, config, business }) => ({
    steps: await readSteps(db, { now: clock(), config }),
    isOpen: business.isOpen,
    siteAddress: `${config.publicUrl}/`,
  }),
  checkPayments: (_, request) => checkPayments(request),
  cardAccount: (_, { db, config }) => readCardAccount(db, config),
  saveCardAccount,
  mail: (_, { db, config }) => readMailState(db, config),
  mailServer: (_, { db, config }) => readMailServer(db, config),
  saveMailServer,
  checkMail,
  confirmMail,
  draftTexts,
  open: openBusiness,
  pause: pauseBookings,
  resume: resumeBookings,
})
