import { officeContract } from '#contract/office/contract.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { serveOffice } from '#server/http/serve-office.ts'
import { exportEnquiries, listEnquiries, readEnquiry } from './queries.ts'
import { setEnquiryState } from './set-enquiry-state.ts'

/** What people wrote, and who answered. */
export const enquiryOfficeRoutes = serveOffice(officeContract.enquiries, {
  list: (asked, { db, clock }) => listEnquiries(db, asked, clock()),
  export: (asked, request) => exportEnquiries(request, asked),
  get: async ({ id }, { db, clock }) => {
    const enquiry = await readEnquiry(db, id, clock())
    requireThat(enquiry, officeSentences.notFound)
    return enquiry
  },
  setState: (asked, request) => setEnquiryState(request, asked),
})
