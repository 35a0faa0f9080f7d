import { officeContract } from '#contract/office/contract.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { listOfficeOrders } from '#server/features/orders/office-queries.ts'
import { readBadges } from '#server/features/registers/read-notes.ts'
import { showNotes } from '#server/features/registers/show-notes.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { changeFamilyEmail } from './change-family-email.ts'
import { claimGuest, readGuestToClaim } from './claim-guest.ts'
import { readChildDetails, readFamilyDetails } from './details-queries.ts'
import { exportFamilies } from './export-families.ts'
import { addFamilyNote, listFamilyNotes, pinFamilyNote, withdrawFamilyNote } from './family-notes.ts'
import { findAlike } from './find-alike.ts'
import { freezeFamily, thawFamily } from './freeze-family.ts'
import { grantCredits, undoGrant } from './grant-credits.ts'
import { inviteFamilies } from './invite-families.ts'
import { keepBoth } from './keep-both.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mailPassword } from './mail-password.ts'
import { makeFamilyByHand } from './make-family.ts'
import {
  listFamilies,
  listFamilyPlaces,
  listHistory,
  listLedger,
  readFamily,
  readFamilyChildren,
} from './queries.ts'
import { removeChild } from './remove-child.ts'
import { saveFamily } from './save-family.ts'
import { saveFamilyChild } from './save-family-child.ts'
import { searchPeople } from './search-people.ts'

/** Serves families as the front desk finds and sees them. */
export const familyOfficeRoutes = serveOffice(officeContract.families, {
  search: ({ words }, { db, clock }) => searchPeople(db, words, todayInLondon(clock())),
  list: (asked, { db, clock }) => listFamilies(db, asked, todayInLondon(clock())),
  duplicates: (asked, { db, clock }) => listDuplicates(db, asked, todayInLondon(clock())),
  keepBoth: (asked, request) => keepBoth(request, asked),
  get: async ({ id }, { db, clock, config }) => {
    const family = await readFamily(db, id, todayInLondon(clock()), clock())
    requireThat(family, peopleSentences.familyNotFound)
    const signs = await readBadges(
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
  alike: (asked, { db, clock }) => findAlike(db, asked, todayInLondon(clock())),
  make: (asked, request) => makeFamilyByHand(request, asked),
  guest: ({ number }, { db }) => readGuestToClaim(db, number),
  claimGuest: (asked, request) => claimGuest(request, asked),
  mailPassword: (asked, request) => mailPassword(request, asked),
  freeze: (asked, request) => freezeFamily(request, asked),
  thaw: (asked, request) => thawFamily(request, asked),
  details: async ({ id }, { db }) => {
    const details = await readFamilyDetails(db, id)
    requireThat(details, peopleSentences.familyNotFound)
    return details
  },
  save: (asked, request) => saveFamily(request, asked),
  child: async ({ id, childId }, { db }) => {
    const child = await readChildDetails(db, id, childId)
    requireThat(child, peopleSentences.childNotFound)
    return child
  },
  saveChild: (asked, request) => saveFamilyChild(request, asked),
  children: ({ id }, { db, clock }) => readFamilyChildren(db, id, todayInLondon(clock())),
  places: (asked, { db }) => listFamilyPlaces(db, asked),
  orders: ({ id, ...asked }, { db, clock }) => listOfficeOrders(db, { ...asked, accountId: id }, clock()),
  ledger: (asked, { db }) => listLedger(db, asked),
  notes: (asked, { db, staff }) => listFamilyNotes(db, asked, staff),
  addNote: (asked, request) => addFamilyNote(request, asked),
  pinNote: (asked, request) => pinFamilyNote(request, asked),
  withdrawNote: (asked, request) => withdrawFamilyNote(request, asked),
  history: (asked, { db }) => listHistory(db, asked),
  readNotes: (asked, request) => showNotes(request, asked),
  invite: (asked, request) => inviteFamilies(request, asked),
  changeEmail: (asked, request) => changeFamilyEmail(request, asked),
  removeChild: (asked, request) => removeChild(request, asked),
  grantCredits: (asked, request) => grantCredits(request, asked),
  undoGrant: (asked, request) => undoGrant(request, asked),
  export: (asked, request) => exportFamilies(request, asked),
})
