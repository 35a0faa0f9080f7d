export const importKinds = ['families', 'classes', 'credits'] as const
export type ImportKind = (typeof importKinds)[number]

/** A column that an import reads: its name, whether it is required, and its example in the template. */
export interface Heading {
  name: string
  isRequired: boolean
  example: string
}

/** Reads `name: example`; a star after the name marks a required column. */
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
    offers_consent_wording: 'Send me news and offers by email',
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

/** The prefixes of people whose whole name may be in one column. */
const named = ['', 'child_', 'contact_1_', 'contact_2_', 'pick_up_']
const wholeNames = new Map(
  named.map(whose => [`${whose}whole_name`, [`${whose}first_name`, `${whose}last_name`] as const]),
)
const partsOf = (column: string): readonly string[] => wholeNames.get(column) ?? [column]

/** Whether a column is read as a whole name and split. */
export const isWholeName = (column: string): boolean => wholeNames.has(column)

/** Lists all columns that a file may have; a whole name comes before its two parts. */
export const readableColumns = (kind: ImportKind): { name: string; isRequired: boolean }[] =>
  importHeadings[kind].flatMap(({ name, isRequired }) => {
    const [whole = ''] = [...wholeNames].find(([, [first]]) => first === name) ?? []
    return [...(whole ? [{ name: whole, isRequired: false }] : []), { name, isRequired }]
  })

/**
 * Other systems' names for each column, best first: if a file has two headings for a column, the better one wins.
 * `parent` and `child` before a name are recognised without being listed.
 */
const otherNames: Record<string, string> = {
  email:
    'email_address email_1_value primary_email home_email contact_email main_email email_1_address email_1',
  first_name: 'forename given_name firstname fname first_names forenames christian_name',
  last_name: 'surname family_name lastname lname second_name',
  whole_name: 'name full_name fullname contact_name display_name',
  mobile:
    'mobile_number mobile_phone mobile_phone_number mobile_no mobile_tel cell cell_phone cellphone cell_number phone_number phone telephone telephone_number phone_no tel tel_no contact_number contact_phone contact_no primary_phone phone_1_value phone_1 phone_number_1 home_phone home_telephone',
  address_line_1:
    'address_1 line_1 street street_address address_1_street home_street street_1 address home_address address_1_formatted',
  address_line_2: 'address_2 line_2 address_1_extended_address home_street_2 street_2',
  town: 'city town_city city_town town_or_city home_city address_1_city',
  postcode:
    'post_code postal_code home_postal_code home_postcode home_post_code address_1_postal_code zip zip_code postcode_zip zip_postcode zip_postal_code',
  note: 'notes',
  child_birthday: 'date_of_birth dob d_o_b birthday birth_date birthdate date_birth born',
  child_gender: 'gender sex m_f f_m male_female female_male boy_girl girl_boy',
  school: 'school_name school_attended',
  photo_permission:
    'photo_consent photo_ok photos_ok photo_okay photos_okay photo_allowed photos_allowed photo_permissions photos_permission photography_consent photography_permission permission_for_photos consent_for_photos photo_permission_given photo_consent_given photos_permitted',
  photo_marketing_permission: 'photo_marketing_consent marketing_photos photo_marketing photos_for_marketing',
  type: 'class_type',
  venue: 'location',
  age: 'age_group ages',
  teacher_email: 'teacher',
  weekday: 'day',
  start: 'start_time',
  end: 'end_time',
  places: 'capacity spaces',
  price: 'cost',
  credits: 'balance credit_balance credits_left credits_remaining remaining_credits class_credits',
}
const byOtherName = new Map(
  Object.entries(otherNames).flatMap(([column, names]) =>
    names
      .split(' ')
      .map((name, at): [string, { column: string; rank: number }] => [name, { column, rank: at + 1 }]),
  ),
)

/** Matches the names of a child's columns, with and without `child_`. */
const ofChild = /^(child_|school$|medical$|allergy$|photo_)/

const asParent =
  /\b(parents?|guardians?|carers?|customers?|clients?|bookers?|payers?|account holders?|main contact|primary contact)( (or|and))?( (guardian|carer|parent)s?)?\b/
const asChild =
  /\b(childs?|childrens|kids?|students?|pupils?|participants?|attendees?|learners?|dancers?|swimmers?|gymnasts?|players?)\b/

/**
 * Normalises a heading: `Parent/Guardian's first name (required)` → `parent_first_name`. Text in brackets is
 * a hint, unless it names the person: `Name (child)`.
 */
function spelled(heading: string): string {
  const words = heading
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\(([^)]*)\)/g, (_, hint: string) =>
      asParent.test(hint) ? ' parent ' : asChild.test(hint) ? ' child ' : ' ',
    )
    .replace(/['’]s?(?![a-z])/g, '')
    .replace(/[a-z](?=\d)|\d(?=[a-z])/g, '$& ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\be mail\b/, 'email')
    .replace(asParent, 'parent')
    .replace(asChild, 'child')
    .trim()
  return words
    .replace(/^(.+?)(?: of)?(?: the)? (parent|child)( \d)?$/, '$2$3 $1')
    .replace(/^(parent|child) 1\b/, '$1')
    .replaceAll(' ', '_')
}

interface Guess {
  column: string
  /** The rank of a heading: the lowest rank for a column wins. */
  rank: number
  /** Whether the heading names the person. */
  saysWhose: boolean
}

/** A heading that contains `medical` and one of these words is not a medical note. */
const noNotes = new Set(
  'consent permission form insurance doctor surgery gp phone number contact terms safety visitor'.split(' '),
)

/** Finds the column for a heading that does not name the person. */
function columnNamed(name: string, known: Set<string>): Omit<Guess, 'saysWhose'> | undefined {
  if (known.has(name)) return { column: name, rank: 0 }
  const found = byOtherName.get(name)
  if (found) return known.has(found.column) ? found : undefined
  // Any heading with these words is a note: a skipped note is an allergy that nobody knows about.
  const isMedical = /medic|health|illness|condition/.test(name)
  const column = isMedical ? 'medical' : /allerg/.test(name) ? 'allergy' : ''
  const isNote = known.has(column) && !name.split('_').some(word => noNotes.has(word))
  return isNote ? { column, rank: name.length } : undefined
}

function guessOf(word: string, known: Set<string>): Guess | undefined {
  const [, whose, name = 'name'] = /^(parent|child)(?:_(.+))?$/.exec(word) ?? []
  if (known.has(word)) return { column: word, rank: 0, saysWhose: whose !== undefined }
  // `child_2_allergies` belongs to another child.
  const found = /^\d/.test(name) ? undefined : columnNamed(whose ? name : word, known)
  if (!found || !whose) return found && { ...found, saysWhose: false }
  const isChilds = ofChild.test(found.column)
  const column = whose === 'child' && !isChilds ? `child_${found.column}` : found.column
  const isKnown = whose === 'child' ? known.has(column) : !isChilds
  return isKnown ? { ...found, column, saysWhose: true } : undefined
}

const knownColumns = Object.fromEntries(
  importKinds.map(kind => [kind, new Set(readableColumns(kind).map(({ name }) => name))]),
) as Record<ImportKind, Set<string>>

const namesOf = (whose: string) => [`${whose}first_name`, `${whose}last_name`, `${whose}whole_name`]

/** Matches each heading of a file to a column, or to '' for none. Each column is matched at most once. */
export function guessColumns(kind: ImportKind, headingsOfFile: string[]): string[] {
  const known = knownColumns[kind]
  const guesses = headingsOfFile.map(heading => guessOf(spelled(heading), known))
  const saysNamesOf = (whose: string) =>
    guesses.some(guess => guess?.saysWhose && namesOf(whose).includes(guess.column))
  // If other headings name the parent, a heading that names nobody is the child's.
  const isRoster =
    saysNamesOf('') && !saysNamesOf('child_') && guesses.some(guess => guess && ofChild.test(guess.column))
  const meant = guesses.map(guess =>
    guess && isRoster && !guess.saysWhose && namesOf('').includes(guess.column)
      ? { ...guess, column: `child_${guess.column}` }
      : guess,
  )
  // Without a child in the file a birthday is the adult's.
  const isAdults = ({ column, saysWhose }: Guess) =>
    !saysWhose && (column === 'child_birthday' || column === 'child_gender')
  const hasChild = meant.some(guess => guess && ofChild.test(guess.column) && !isAdults(guess))
  const best = new Map<string, { at: number; rank: number }>()
  for (const [at, guess] of meant.entries()) {
    if (!guess || (isAdults(guess) && !hasChild)) continue
    const rank = guess.rank - (guess.saysWhose ? 1_000 : 0)
    if (rank < (best.get(guess.column)?.rank ?? Number.POSITIVE_INFINITY))
      best.set(guess.column, { at, rank })
  }
  const guessed = meant.map((guess, at) => (guess && best.get(guess.column)?.at === at ? guess.column : ''))
  // Beside a surname, `name` is the first name. Beside a first name it is ambiguous.
  return guessed.map(column => {
    const [first = '', last = ''] = partsOf(column)
    if (guessed.includes(first)) return isWholeName(column) ? '' : column
    return guessed.includes(last) ? first : column
  })
}

/** Counts the columns that these headings name, to recognise the heading line of a file. */
export function countKnownHeadings(headings: string[]): number {
  const words = headings.map(spelled)
  const counts = Object.values(knownColumns).map(
    known => new Set(words.flatMap(word => guessOf(word, known)?.column ?? [])).size,
  )
  return Math.max(...counts)
}

/** Lists the required columns without a heading. */
export const missingColumns = (kind: ImportKind, columns: string[]): string[] =>
  importHeadings[kind]
    .filter(({ name, isRequired }) => isRequired && !columns.flatMap(partsOf).includes(name))
    .map(({ name }) => name)

/** Whether two columns hold the same value, or one holds a part of the other. */
export function isReadTwice(columns: string[]): boolean {
  const parts = columns.filter(column => column !== '').flatMap(partsOf)
  return new Set(parts).size < parts.length
}
