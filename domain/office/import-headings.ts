export const importKinds = ['families', 'classes', 'credits'] as const
export type ImportKind = (typeof importKinds)[number]

/** A column that an import reads: its name in the file, whether it must be there, and what stands in the template. */
export interface Heading {
  name: string
  isRequired: boolean
  example: string
}

/** `name: example`; a star behind the name says that the column must be there. */
const headings = (examples: Record<string, string>): Heading[] =>
  Object.entries(examples).map(([name, example]) => ({
    name: name.replace('*', ''),
    isRequired: name.endsWith('*'),
    example,
  }))

const contact = (number: 1 | 2, [firstName, lastName, mobile, email, relationship]: string[]) => ({
  [`contact_${number}_first_name`]: firstName ?? '',
  [`contact_${number}_last_name`]: lastName ?? '',
  [`contact_${number}_mobile`]: mobile ?? '',
  [`contact_${number}_email`]: email ?? '',
  [`contact_${number}_relationship`]: relationship ?? '',
})

/** The columns of each kind of file, in the template's order (spec 3 §5.1). */
export const importHeadings: Record<ImportKind, Heading[]> = {
  families: headings({
    'email*': 'anna@example.com',
    'first_name*': 'Anna',
    'last_name*': 'Bell',
    mobile: '07700 900123',
    address_line_1: '4 Elm Lane',
    address_line_2: '',
    town: 'Leeds',
    postcode: 'LS1 4AB',
    note: '',
    offers_consent: 'yes',
    offers_consent_on: '03/09/2025',
    offers_consent_wording: 'Send me news and offers by e-mail',
    child_first_name: 'Mia',
    child_last_name: 'Bell',
    child_birthday: '17/05/2020',
    child_gender: 'female',
    school: 'Elm Lane Primary',
    medical: 'Asthma: blue inhaler',
    allergy: 'Peanuts',
    child_note: 'Shy at first',
    photo_permission: 'yes',
    photo_marketing_permission: 'no',
    ...contact(1, ['Anna', 'Bell', '07700 900123', 'anna@example.com', 'Mother']),
    ...contact(2, ['Tom', 'Bell', '07700 900124', 'tom@example.com', 'Father']),
    pick_up_first_name: 'Nora',
    pick_up_last_name: 'Hill',
    pick_up_phone: '07700 900125',
    pick_up_relationship: 'Nanny',
  }),
  classes: headings({
    kind: '',
    'type*': 'Ballet',
    'venue*': 'Larkfield Hall',
    'age*': '3–4 years',
    name: '',
    term: '',
    room: '',
    teacher_email: '',
    date: '05/01/2027',
    weekday: '',
    'start*': '10:00',
    'end*': '10:45',
    first_day: '',
    last_day: '',
    weeks: '',
    'places*': '12',
    'price*': '8.50',
    credits: '1',
    trial_price: '5.00',
    pack_only: 'no',
    colour: '',
  }),
  credits: headings({
    'email*': 'anna@example.com',
    'credits*': '6',
    'reason*': 'Left from the old system',
  }),
}

/** Other names under which systems write the same column. */
const alsoCalled: Record<string, string> = {
  e_mail: 'email',
  email_address: 'email',
  parent_email: 'email',
  forename: 'first_name',
  given_name: 'first_name',
  parent_first_name: 'first_name',
  surname: 'last_name',
  family_name: 'last_name',
  parent_last_name: 'last_name',
  phone: 'mobile',
  telephone: 'mobile',
  mobile_number: 'mobile',
  phone_number: 'mobile',
  address: 'address_line_1',
  address_1: 'address_line_1',
  address_2: 'address_line_2',
  city: 'town',
  post_code: 'postcode',
  zip: 'postcode',
  notes: 'note',
  child_forename: 'child_first_name',
  child_surname: 'child_last_name',
  date_of_birth: 'child_birthday',
  dob: 'child_birthday',
  birthday: 'child_birthday',
  child_date_of_birth: 'child_birthday',
  child_dob: 'child_birthday',
  gender: 'child_gender',
  medical_notes: 'medical',
  medical_conditions: 'medical',
  allergies: 'allergy',
  photo_consent: 'photo_permission',
  class_type: 'type',
  location: 'venue',
  age_group: 'age',
  ages: 'age',
  teacher: 'teacher_email',
  day: 'weekday',
  start_time: 'start',
  end_time: 'end',
  capacity: 'places',
  spaces: 'places',
  cost: 'price',
  balance: 'credits',
}

/** Which column each heading of a file is taken for; '' is left out. No column is guessed twice. */
export function guessColumns(kind: ImportKind, headingsOfFile: string[]): string[] {
  const known = new Set(importHeadings[kind].map(({ name }) => name))
  return headingsOfFile.map(heading => {
    const spelled = heading
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
    const name = known.has(spelled) ? spelled : (alsoCalled[spelled] ?? '')
    return known.delete(name) ? name : ''
  })
}

/** The columns that must be there and that no heading stands for. */
export const missingColumns = (kind: ImportKind, columns: string[]): string[] =>
  importHeadings[kind]
    .filter(({ name, isRequired }) => isRequired && !columns.includes(name))
    .map(({ name }) => name)
