import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const enquiryPages = [
  officePage(addresses.enquiries, 'Enquiries', 'enquiry.answer', () =>
    import('./enquiries-page.tsx').then(file => file.EnquiriesPage),
  ),
]
