export const demoVenues = [
  {
    key: 'larkfield',
    coordinates: '51.4389, -2.6012',
    name: 'Larkfield Hall, Southville',
    address: '21 Larkfield Road, Southville, Bristol BS3 1QY',
    directions: 'Buses stop outside. Ten parking spaces, and room for prams indoors.',
  },
  {
    key: 'glasshouse',
    coordinates: '51.4683, -2.5836',
    name: 'The Glasshouse, Montpelier',
    address: '8 Picton Mews, Montpelier, Bristol BS6 5QX',
    directions: 'Four minutes on foot from the railway station; cycle stands in the yard.',
  },
  {
    key: 'harbour',
    coordinates: '51.4481, -2.6132',
    name: 'The Harbour Loft, Spike Island',
    address: '4 Sailcloth Yard, Spike Island, Bristol BS1 6QX',
    directions: 'On the ferry route. A lift goes to the first floor.',
  },
  {
    key: 'orchard',
    coordinates: '51.4777, -2.6125',
    name: 'Orchard Studio, Westbury Park',
    address: '1 Orchard Lane, Westbury Park, Bristol BS6 7QN',
    directions: 'Free parking after nine. The orchard gate is on the left.',
  },
] as const

/** Age is advice (decision E-26). A child of five may come to "3–5 years". */
export const demoAgeGroups = [
  { key: 'babies', name: 'Under 1', fromMonths: 0, toMonths: 12 },
  { key: 'toddlers', name: '1–2 years', fromMonths: 12, toMonths: 36 },
  { key: 'twos', name: '2–3 years', fromMonths: 24, toMonths: 48 },
  { key: 'threes', name: '3–5 years', fromMonths: 36, toMonths: 72 },
  { key: 'fives', name: '5–7 years', fromMonths: 60, toMonths: 96 },
  { key: 'sevens', name: '7–11 years', fromMonths: 84, toMonths: 144 },
] as const

/** The age groups of sessions for parents. They describe the parents by the age of their children. */
export const demoParentGroups = [
  { key: 'first-yr', name: 'Parents of babies' },
  { key: 'parents', name: 'Parents of under 3s' },
] as const

export type VenueKey = (typeof demoVenues)[number]['key']
export type AgeKey = (typeof demoAgeGroups | typeof demoParentGroups)[number]['key']
