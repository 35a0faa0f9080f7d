import { officeContract } from '#contract/office/contract.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { assignEnquiry } from './assign-enquiry.ts'
import { noteEnquiry } from './note-enquiry.ts'
import { exportEnquiries, listColleagues, listEnquiries, openEnquiry } from './queries.ts'
import { replyToEnquiry } from './reply-to-enquiry.ts'
import { setEnquiryState } from './set-enquiry-state.ts'

/** The enquiries that people sent, and their answers. */
export const enquiryOfficeRoutes = serveOffice(officeContract.enquiries, {
  list: (asked, { db, clock }) => listEnquiries(db, asked, clock()),
  export: (asked, request) => exportEnquiries(request, asked),
  get: async ({ id }, { db, clock }) => {
    const enquiry = await openEnquiry(db, id, clock())
    requireThat(enquiry, officeSentences.notFound)
    return enquiry
  },
  colleagues: (_, { db }) => listColleagues(db),
  reply: (asked, request) => replyToEnquiry(request, asked),
  note: (asked, request) => noteEnquiry(request, asked),
  assign: (asked, request) => assignEnquiry(request, asked),
  setState: (asked, request) => setEnquiryState(request, asked),
})
