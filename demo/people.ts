import { addDays } from '#domain/calendar.ts'
import { picturePath } from './picture-path.ts'
import { seededChance } from './seeded-chance.ts'
import { type AgeKey, demoAgeGroups } from './venues-and-ages.ts'

export interface DemoChild {
  firstName: string
  lastName: string
  gender: 0 | 1 | 2
  dateOfBirth: string
  age: AgeKey
  schoolName: string
  medical: string
  allergy: string
  note: string
  avatarPath: string
  mayBePhotographed: boolean
  contacts: [DemoContact, DemoContact]
  pickUp: { firstName: string; lastName: string; phone: string; relationship: string } | null
}

interface DemoContact {
  firstName: string
  lastName: string
  mobile: string
  email: string
  relationship: string
}

export interface DemoFamily {
  email: string
  firstName: string
  lastName: string
  mobile: string
  avatarPath: string
  addressLine1: string
  addressLine2: string
  town: string
  postcode: string
  referralSource: string
  wantsOffers: boolean
  /** How many days ago the account was opened. */
  daysOld: number
  children: DemoChild[]
}

/** The password of the three accounts that the login page shows in demo mode. */
export const demoPassword = 'Password1'

/** The three accounts of the login page. */
export function demoAccounts(today: string): {
  parent: DemoFamily
  second: DemoFamily
  newcomer: DemoFamily
} {
  const megan = adult('Megan', 'Bennett', '07700 900112', 'parent@example.test', 'Mother')
  const tom = adult('Tom', 'Bennett', '07700 900113', 'tom.bennett@example.test', 'Father')
  const yusuf = adult('Yusuf', 'Rahman', '07700 900121', 'second@example.test', 'Father')
  const nadia = adult('Nadia', 'Rahman', '07700 900122', 'nadia.rahman@example.test', 'Aunt')
  return {
    parent: {
      ...megan,
      avatarPath: picturePath('parent-megan'),
      addressLine1: '14 Raleigh Steps',
      addressLine2: 'Southville',
      town: 'Bristol',
      postcode: 'BS3 1QZ',
      referralSource: 'Friend or family',
      wantsOffers: true,
      daysOld: 240,
      children: [
        {
          ...child('Isla', 'Bennett', 1, monthsBefore(today, 51), 'threes', [megan, tom]),
          gender: 2,
          schoolName: 'Little Acorns Nursery',
          medical: 'Mild asthma. Blue inhaler in the front pocket of her bag.',
          allergy: 'Cashew nuts',
          note: 'Loves to be asked to help.',
          avatarPath: picturePath('child-isla'),
          pickUp: {
            firstName: 'Joan',
            lastName: 'Bennett',
            phone: '0117 496 0177',
            relationship: 'Grandmother',
          },
        },
        {
          ...child('Arlo', 'Bennett', 0, monthsBefore(today, 21), 'toddlers', [megan, tom]),
          gender: 1,
          note: 'Still naps after lunch.',
          avatarPath: picturePath('child-arlo'),
        },
      ],
    },
    second: {
      ...yusuf,
      avatarPath: picturePath('parent-yusuf'),
      addressLine1: 'Flat 2, 31 Picton Rise',
      addressLine2: 'Montpelier',
      town: 'Bristol',
      postcode: 'BS6 5QZ',
      referralSource: 'Leaflet or poster',
      wantsOffers: false,
      daysOld: 75,
      children: [
        {
          ...child('Zainab', 'Rahman', 1, monthsBefore(today, 74), 'fives', [yusuf, nadia]),
          gender: 2,
          schoolName: 'Fairlawn Hill Primary',
          avatarPath: picturePath('child-zainab'),
        },
      ],
    },
    newcomer: {
      ...adult('Grace', 'Okafor', '07700 900131', 'newcomer@example.test', 'Mother'),
      avatarPath: '',
      addressLine1: '',
      addressLine2: '',
      town: '',
      postcode: '',
      referralSource: '',
      wantsOffers: false,
      daysOld: 1,
      children: [],
    },
  }
}

const familyNames =
  'Abara Ashdown Bellamy Birchall Bos Brightwell Calloway Chaudhry Chen Coyle Dacosta Dunmore Eastwood Ellery Evans Farah Fenwick Finch Forde Gallagher Ghosh Greenhalgh Haddad Hartley Hollis Hughes Ibrahim Iyer Jarvis Kaminski Kapoor Kendrick Kowal Lacey Lambert Larsen Lindley Mackie Marsh Mbeki Mistry Moreau Nash Novak Oduya Olsson Osei Patel Penrose Quigley Reyes Rowntree Sandhu Sato Sherwood Silva Tamboli Thorne Underhill Vaughan'.split(
    ' ',
  )
const adultNames =
  'Aisha Alex Amy Ben Beth Callum Carmen Chloe Dan Dawn Eleni Emma Fatima Gareth Hannah Helen Imran Ines Jack Jasmine Jo Kate Kofi Laura Leila Liam Lucy Maria Mark Mei Nadine Nia Nick Olu Owen Paula Rachel Ravi Rosa Sam Sara Sian Sofia Steph Tariq Tess Theo Uma Wes Zoe'.split(
    ' ',
  )
const childNames =
  'Ada Alfie Amara Anwen Ari Arthur Ava Beau Bonnie Caleb Cleo Dylan Edie Eli Elsie Esme Ezra Faye Finn Florence Freya George Gwen Harper Hari Heidi Hugo Idris Iris Ivy Jago Jude Juno Kai Kit Leo Lila Lottie Luca Mabel Maeve Maya Milo Mina Nell Noah Nora Olive Omar Orla Oscar Otis Pearl Penny Quinn Rafi Reuben Robin Rosie Rowan Rumi Sami Sol Stella Tabitha Teddy Thea Toby Violet Wilf Willa Winnie Yara Zac Zara Zuri'.split(
    ' ',
  )
const streets = [
  'Coronation Walk',
  'Greville Terrace',
  'Cotham Steps',
  'Gasferry Row',
  'Redland Mews',
  'Picton Rise',
  'Ashton Parade',
  'Coldharbour Close',
]
const menNames = new Set(
  'Alex Ben Callum Dan Gareth Imran Jack Kofi Liam Mark Nick Olu Owen Ravi Sam Tariq Theo Wes'.split(' '),
)
const relationships = [
  ['Mother', 'Father'],
  ['Grandmother', 'Grandfather'],
  ['Aunt', 'Uncle'],
  ['Godmother', 'Godfather'],
  ['Family friend', 'Family friend'],
] as const
const relationOf = (firstName: string, which: number) =>
  relationships[which]?.[menNames.has(firstName) ? 1 : 0] ?? ''

/** Sixty invented families with two children each: twenty children in every age group. */
export function backgroundFamilies(today: string): DemoFamily[] {
  const chance = seededChance('families')
  const firstNames = chance.shuffle([...childNames, ...childNames])
  return familyNames.map((lastName, index) => {
    const firstName = adultNames[(index * 7) % adultNames.length] ?? ''
    const email = `${firstName}.${lastName}@example.test`.toLowerCase()
    const parent = adult(firstName, lastName, dramaMobile(200 + index), email, relationOf(firstName, 0))
    const friendName = adultNames[(index * 7 + 3) % adultNames.length] ?? ''
    const friend = adult(
      friendName,
      lastName,
      dramaMobile(400 + index),
      `${friendName}.${lastName}@example.test`.toLowerCase(),
      relationOf(friendName, chance.whole(1, 4)),
    )
    const children = [index % 6, (index + 2) % 6].map((groupIndex, childIndex) => {
      const group = demoAgeGroups[groupIndex] ?? demoAgeGroups[0]
      // Most come in the first years that a class is meant for.
      const months = chance.whole(group.fromMonths, Math.max(group.toMonths - 13, 11))
      const born = addDays(monthsBefore(today, months), -chance.whole(0, 20))
      const name = firstNames[index * 2 + childIndex] ?? 'Robin'
      return child(name, lastName, months >= 50 ? 1 : 0, born, group.key, [parent, friend])
    })
    return {
      ...parent,
      avatarPath: '',
      addressLine1: `${chance.whole(1, 90)} ${streets[index % streets.length]}`,
      addressLine2: '',
      town: 'Bristol',
      postcode: `BS${(index % 9) + 1} ${(index % 8) + 1}QX`,
      referralSource: '',
      wantsOffers: index % 3 === 0,
      daysOld: chance.whole(200, 900),
      children,
    }
  })
}

/** Ofcom keeps 07700 900000 to 900999 for drama. */
const dramaMobile = (number: number) => `07700 900${String(number).padStart(3, '0')}`

function adult(firstName: string, lastName: string, mobile: string, email: string, relationship: string) {
  return { firstName, lastName, mobile, email, relationship }
}

function child(
  firstName: string,
  lastName: string,
  attendsSchool: 0 | 1,
  dateOfBirth: string,
  age: AgeKey,
  contacts: [DemoContact, DemoContact],
): DemoChild {
  return {
    firstName,
    lastName,
    gender: 0,
    dateOfBirth,
    age,
    schoolName: attendsSchool ? 'Fairlawn Hill Primary' : '',
    medical: 'None',
    allergy: 'None',
    note: '',
    avatarPath: '',
    mayBePhotographed: true,
    contacts,
    pickUp: null,
  }
}

/**
 * Returns the first day of the month this many months ago, so that a child's age does not depend on the
 * month's length.
 */
function monthsBefore(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const count = year * 12 + (month - 1) - months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
}
