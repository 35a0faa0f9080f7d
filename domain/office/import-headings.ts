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

/** Whose names may stand in one column as a whole. */
const named = ['', 'child_', 'contact_1_', 'contact_2_', 'pick_up_']
const wholeNames = new Map(
  named.map(whose => [`${whose}whole_name`, [`${whose}first_name`, `${whose}last_name`] as const]),
)
const partsOf = (column: string): readonly string[] => wholeNames.get(column) ?? [column]

/** Whether a column is read as a whole name, and split. */
export const isWholeName = (column: string): boolean => wholeNames.has(column)

/** All that a column of a file may be read as: a whole name stands before its two parts. */
export const readableColumns = (kind: ImportKind): { name: string; isRequired: boolean }[] =>
  importHeadings[kind].flatMap(({ name, isRequired }) => {
    const [whole = ''] = [...wholeNames].find(([, [first]]) => first === name) ?? []
    return [...(whole ? [{ name: whole, isRequired: false }] : []), { name, isRequired }]
  })

/** Other names under which systems write the same column; whose it is, is told with `parent` and `child`. */
const alsoCalled: Record<string, string> = {
  e_mail: 'email',
  email_address: 'email',
  parent_email: 'email',
  parent_e_mail: 'email',
  parent_email_address: 'email',
  forename: 'first_name',
  given_name: 'first_name',
  parent_forename: 'first_name',
  parent_first_name: 'first_name',
  surname: 'last_name',
  family_name: 'last_name',
  parent_last_name: 'last_name',
  parent_surname: 'last_name',
  name: 'whole_name',
  full_name: 'whole_name',
  parent: 'whole_name',
  parent_name: 'whole_name',
  parent_full_name: 'whole_name',
  name_of_parent: 'whole_name',
  phone: 'mobile',
  telephone: 'mobile',
  mobile_number: 'mobile',
  phone_number: 'mobile',
  parent_mobile: 'mobile',
  parent_phone: 'mobile',
  parent_phone_number: 'mobile',
  address: 'address_line_1',
  address_1: 'address_line_1',
  address_2: 'address_line_2',
  city: 'town',
  post_code: 'postcode',
  zip: 'postcode',
  notes: 'note',
  child_forename: 'child_first_name',
  child_surname: 'child_last_name',
  child: 'child_whole_name',
  child_name: 'child_whole_name',
  child_full_name: 'child_whole_name',
  name_of_child: 'child_whole_name',
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

const asParent = /\b(parents?|guardians?|carers?|customers?|clients?)( or)?( (guardian|carer)s?)?\b/
const asChild = /\b(childs?|kids?|students?|pupils?|participants?|attendees?|dancers?|swimmers?)\b/

/** `Parent/Guardian's first name` → `parent_first_name`. */
const spelled = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/['’]s?(?![a-z])/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(asParent, 'parent')
    .replace(asChild, 'child')
    .replaceAll(' ', '_')

/** Which column each heading of a file is taken for; '' is left out. No column is guessed twice. */
export function guessColumns(kind: ImportKind, headingsOfFile: string[]): string[] {
  const known = new Set(readableColumns(kind).map(({ name }) => name))
  const guessed = headingsOfFile.map(heading => {
    const word = spelled(heading)
    const name = known.has(word) ? word : (alsoCalled[word] ?? '')
    return known.delete(name) ? name : ''
  })
  // Beside a surname a name is the first one; beside a first name nobody knows what it is.
  return guessed.map(column => {
    const [first = '', last = ''] = partsOf(column)
    if (guessed.includes(first)) return isWholeName(column) ? '' : column
    return guessed.includes(last) ? first : column
  })
}

/** The columns that must be there and that no heading stands for. */
export const missingColumns = (kind: ImportKind, columns: string[]): string[] =>
  importHeadings[kind]
    .filter(({ name, isRequired }) => isRequired && !columns.flatMap(partsOf).includes(name))
    .map(({ name }) => name)

/** Whether two columns are read as the same, or as a whole name and a part of it. */
export function isReadTwice(columns: string[]): boolean {
  const parts = columns.filter(column => column !== '').flatMap(partsOf)
  return new Set(parts).size < parts.length
}
