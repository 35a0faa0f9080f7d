import {
  birthday,
  both,
  type Codec,
  call,
  date,
  dayFirstDate,
  email,
  flag,
  id,
  ifPresent,
  line,
  list,
  longText,
  name,
  nothing,
  oneOf,
  phone,
  type RecordCodec,
  record,
} from './wire.ts'

function contact(suffix: 'one' | 'two') {
  return record({
    firstName: [`contact_first_name_${suffix}`, name],
    lastName: [`contact_last_name_${suffix}`, name],
    mobile: [`contact_mobile_${suffix}`, phone],
    email: [`contact_email_${suffix}`, email],
    relationship: [`relationship_child_${suffix}`, line],
  })
}
const contactOne = contact('one')
const contactTwo = contact('two')
const pickUpPerson = record({
  firstName: ['nanny_first_name', name],
  lastName: ['nanny_last_name', name],
  phone: ['nanny_contact', phone],
  relationship: ['nanny_child_relationship', line],
  photo: ['nanny_avatar', line],
})

const namesUnder = (beginning: string, { names }: RecordCodec<unknown>) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [`${beginning}.${ours}`, theirs]))

/** A child's contacts are flat fields on the wire. */
const people: RecordCodec<{
  contacts: [EmergencyContact, EmergencyContact]
  pickUpPerson: PickUpPerson
}> = {
  fields: { ...contactOne.fields, ...contactTwo.fields, ...pickUpPerson.fields },
  // Each by its position in the child's form.
  names: {
    ...namesUnder('contact1', contactOne),
    ...namesUnder('contact2', contactTwo),
    ...namesUnder('pickUp', pickUpPerson),
  },
  decode: (wire, label, isAnswer) => ({
    contacts: [contactOne.decode(wire, label, isAnswer), contactTwo.decode(wire, label, isAnswer)],
    pickUpPerson: pickUpPerson.decode(wire, label, isAnswer),
  }),
  encode: ours => ({
    ...(contactOne.encode(ours.contacts[0]) as object),
    ...(contactTwo.encode(ours.contacts[1]) as object),
    ...(pickUpPerson.encode(ours.pickUpPerson) as object),
  }),
}

export interface EmergencyContact {
  firstName: string
  lastName: string
  mobile: string
  email: string
  relationship: string
}
export interface PickUpPerson {
  firstName: string
  lastName: string
  phone: string
  relationship: string
  photo: string
}

/** A birthday is sent year first and received day first (decision A-07). */
function childFields(dateOfBirth: Codec<string>) {
  return both(
    record({
      firstName: ['child_first_name', name],
      lastName: ['child_last_name', name],
      gender: ['gender', oneOf({ preferNotToSay: 0, male: 1, female: 2 })],
      dateOfBirth: ['birthday', dateOfBirth],
      attendsSchool: ['is_school', flag],
      schoolName: ['school_name', line],
      addressSource: ['guardian', oneOf({ guardian: 'Parent/guardian', alternative: 'Alternative' })],
      addressLine1: ['address_line_one', line],
      addressLine2: ['address_line_two', line],
      medical: ['medical', longText],
      allergy: ['allergy', longText],
      note: ['remark', longText],
      photoPermission: ['photo_permission', flag],
      photoMarketingPermission: ['photo_marketing_permission', flag],
      avatar: ['child_avatar', line],
    }),
    people,
  )
}

const withId = record({ id: ['id', id] })
/** Both notes are returned empty for a while after the office changed the address. They stay stored. */
const closedNotes = record({
  notesClosed: ['notes_closed', ifPresent(flag)],
  notesShownOn: ['notes_shown_on', ifPresent(date)],
})
export const child = both(both(withId, childFields(dayFirstDate)), closedNotes)
const childForm = childFields(birthday)

export const children = {
  list: call('user/getChildList', 'signedIn', nothing, list(child)),
  details: call('user/getChildDetails', 'signedIn', withId, child),
  add: call(
    'user/createChild',
    'signedIn',
    both(
      childForm,
      record({
        /** The same id for every submission of one form, because an answer may be lost. */
        requestId: ['request_id', ifPresent(line)],
        /** Confirms that it is another child with the same names and birthday. */
        isAnother: ['is_another', ifPresent(flag)],
      }),
    ),
    withId,
  ),
  edit: call(
    'user/editChild',
    'signedIn',
    // The values that the form began with: only changed fields are saved.
    both(both(withId, childForm), record({ before: ['before', ifPresent(childForm)] })),
    nothing,
  ),
}
