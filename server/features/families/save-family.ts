import type { FamilyDetails, families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { comparablePhone, phoneProblem } from '#domain/office/plausible-phone.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readFamilyDetails } from './details-queries.ts'
import { lockFamily } from './lock-family.ts'
import { tellOfChange } from './tell-family.ts'

type Asked = CallInput<typeof families.save>

/**
 * Saves a family's name, telephone number, address and note, and mails the family which of them changed
 * (spec 4 §4). Locks the account.
 */
export async function saveFamily(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<{ id: number; version: number }>> {
  const { staff, clock, jobWaiting } = request
  const { id, version, requestId: _requestId, ...given } = asked
  const now = clock()
  const recorded = await recordAction(request, asked, async tx => {
    const family = await lockFamily(tx, id)
    const present = await readFamilyDetails(tx, id)
    requireThat(present, peopleSentences.familyNotFound)
    requireFields({
      firstName: given.firstName === '' && sentences.firstNameRequired,
      lastName: given.lastName === '' && present.lastName !== '' && sentences.lastNameRequired,
      mobile: phoneProblem(given.mobile, present.mobile),
    })
    const saved = await saveVersioned(tx, 'accounts', { id, version }, columnsOf(given), {
      staff,
      now,
      current: async () => present,
      others: 'The family',
    })
    const kinds = kindsChanged(given, present)
    await tellOfChange(tx, { id, ...family }, kinds, now)
    return {
      answer: { id, version: saved },
      action: {
        action: 'family.save',
        subjectKind: 'family',
        subjectId: id,
        accountId: id,
        facts: { changed: kinds },
      },
    }
  })
  jobWaiting()
  return recorded
}

type Details = Omit<FamilyDetails, 'id' | 'version'>

export const columnsOf = (details: Details) => ({
  first_name: details.firstName,
  last_name: details.lastName,
  mobile: details.mobile,
  address_line_1: details.addressLine1,
  address_line_2: details.addressLine2,
  town: details.town,
  postcode: details.postcode,
  note: details.note,
})

const kinds: Record<string, (keyof Details)[]> = {
  name: ['firstName', 'lastName'],
  'telephone number': ['mobile'],
  address: ['addressLine1', 'addressLine2', 'town', 'postcode'],
  note: ['note'],
}

/** Returns the kinds of details that changed. A number in another spelling is not a change. */
const kindsChanged = (given: Details, present: Details) =>
  Object.entries(kinds)
    .filter(([, fields]) => fields.some(field => !isSame(field, given[field], present[field])))
    .map(([kind]) => kind)

const isSame = (field: keyof Details, given: string, present: string) =>
  field === 'mobile' ? comparablePhone(given) === comparablePhone(present) : given === present
