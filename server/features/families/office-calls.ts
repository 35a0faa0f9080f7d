import { officeContract } from '#contract/office/contract.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { listOfficeOrders } from '#server/features/orders/office-queries.ts'
import { readMarks } from '#server/features/registers/read-notes.ts'
import { showNotes } from '#server/features/registers/show-notes.ts'
import { serveOffice } from '#server/http/serve-office.ts'
import { changeFamilyEmail } from './change-family-email.ts'
import { exportFamilies } from './export-families.ts'
import { inviteFamilies } from './invite-families.ts'
import {
  listFamilies,
  listFamilyPlaces,
  listHistory,
  listLedger,
  readFamily,
  readFamilyChildren,
} from './queries.ts'
import { removeChild } from './remove-child.ts'
import { searchPeople } from './search-people.ts'

/** Families, as the desk finds and sees them. */
export const familyOfficeRoutes = serveOffice(officeContract.families, {
  search: ({ words }, { db, clock }) => searchPeople(db, words, todayInLondon(clock())),
  list: (asked, { db, clock }) => listFamilies(db, asked, todayInLondon(clock())),
  get: async ({ id }, { db, clock, config }) => {
    const family = await readFamily(db, id, todayInLondon(clock()), clock())
    requireThat(family, peopleSentences.familyNotFound)
    const signs = await readMarks(
      db,
      { config },
      family.children.map(child => child.id),
    )
    const none = { hasAllergy: false, hasMedical: false }
    return {
      ...family,
      children: family.children.map(child => ({ ...child, ...(signs.get(child.id) ?? none) })),
    }
  },
  children: ({ id }, { db, clock }) => readFamilyChildren(db, id, todayInLondon(clock())),
  places: (asked, { db }) => listFamilyPlaces(db, asked),
  orders: ({ id, ...asked }, { db }) => listOfficeOrders(db, { ...asked, accountId: id }),
  ledger: (asked, { db }) => listLedger(db, asked),
  history: (asked, { db }) => listHistory(db, asked),
  readNotes: (asked, request) => showNotes(request, asked),
  invite: (asked, request) => inviteFamilies(request, asked),
  changeEmail: (asked, request) => changeFamilyEmail(request, asked),
  removeChild: (asked, request) => removeChild(request, asked),
  export: (asked, request) => exportFamilies(request, asked),
})
