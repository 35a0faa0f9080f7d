import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { readChoices } from './read-choices.ts'
import { giveToFamily, sellToFamily } from './sell-to-family.ts'

/** Answers the calls by which staff sell packs and products to a family. */
export const deskSaleOfficeRoutes = serveOffice(officeContract.deskSales, {
  choices: readChoices,
  place: (asked, request) => sellToFamily(request, asked),
  placeFree: (asked, request) => giveToFamily(request, asked),
})
