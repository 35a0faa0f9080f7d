import type { OfferingKind } from '../offering-kinds.ts'
import { accentNamed, type Edge } from './business-rules.ts'

export const everyPreset = ['dance', 'gymnastics', 'football', 'music', 'babies', 'camps'] as const
export type Preset = (typeof everyPreset)[number]

/** An age group of a preset; the ages are in months. */
interface PresetAge {
  name: string
  fromMonths: number
  toMonths: number | null
}

interface PresetType {
  kind: OfferingKind
  name: string
  ageLabel: string
  introduction: string
  toBring: string
}

/** The usual content for a kind of business: ages, types of classes, the first texts of the site and its look. */
export interface PresetContent {
  name: string
  edge: Edge
  accent: string
  heading: string
  text: string
  ages: readonly PresetAge[]
  types: readonly PresetType[]
}

const years = (from: number, to: number): PresetAge => ({
  name: `${from} to ${to} years`,
  fromMonths: from * 12,
  // A child is four until the day before the fifth birthday.
  toMonths: to * 12 + 11,
})
const months = (from: number, to: number): PresetAge => ({
  name: from === 0 ? `Newborn to ${to} months` : `${from} to ${to} months`,
  fromMonths: from,
  toMonths: to,
})

const type =
  ({ kind }: { kind: OfferingKind }) =>
  (name: string, ageLabel: string, introduction: string, toBring = ''): PresetType => ({
    ...{ kind, name, ageLabel, introduction, toBring },
  })
const weekly = type({ kind: 'class' })
const camp = type({ kind: 'event' })
const forParents = type({ kind: 'parentSession' })

/** The presets of the set-up (decision O-190). An owner changes or removes whatever does not fit. */
export const presets: Record<Preset, PresetContent> = {
  dance: {
    name: 'Dance',
    edge: 'line',
    accent: accentNamed('Plum'),
    heading: 'Dance classes for every age',
    text: 'Small classes, kind teachers and a show that everybody is in. Come once and see.',
    ages: [years(2, 3), years(4, 6), years(7, 10), years(11, 16)],
    types: [
      weekly(
        'First steps',
        '2 to 3 years',
        'Music, stories and first ballet steps, with a grown-up beside the child.',
        'Bare feet or soft shoes.',
      ),
      weekly(
        'Ballet',
        '4 to 10 years',
        'Posture, rhythm and grace, taught step by step and at each child’s pace.',
        'Ballet shoes, and hair tied back.',
      ),
      weekly(
        'Street dance',
        '7 to 16 years',
        'Energy, style and confidence to the music that children listen to.',
        'Trainers and a bottle of water.',
      ),
      camp(
        'Holiday dance camp',
        '4 to 16 years',
        'A day of dance, games and crafts that ends with a short show for families.',
        'A packed lunch without nuts, and water.',
      ),
    ],
  },
  gymnastics: {
    name: 'Gymnastics',
    edge: 'dots',
    accent: accentNamed('Sea'),
    heading: 'Gymnastics for children who never sit still',
    text: 'Jump, roll, balance and climb with qualified coaches, in groups by age.',
    ages: [years(1, 2), years(3, 4), years(5, 7), years(8, 12)],
    types: [
      weekly(
        'Toddler gym',
        '1 to 2 years',
        'Soft shapes, tunnels and first rolls, with a grown-up beside the child.',
        'Bare feet.',
      ),
      weekly(
        'Mini gymnasts',
        '3 to 4 years',
        'First skills on floor, beam and bar, with games between them.',
        'Leggings or shorts, and bare feet.',
      ),
      weekly(
        'Gymnastics',
        '5 to 12 years',
        'Strength, balance and flexibility on all apparatus, with badges to work towards.',
        'Leotard or shorts, and water.',
      ),
      camp(
        'Holiday gym camp',
        '5 to 12 years',
        'A day of apparatus, trampolines and team games.',
        'A packed lunch without nuts, and water.',
      ),
    ],
  },
  football: {
    name: 'Football',
    edge: 'line',
    accent: accentNamed('Leaf'),
    heading: 'Football for every child',
    text: 'Friendly coaching in small groups. Every child plays, and every child has a ball.',
    ages: [years(2, 3), years(4, 5), years(6, 8), years(9, 12)],
    types: [
      weekly(
        'Little kickers',
        '2 to 3 years',
        'Ball games and stories for the smallest, with a grown-up beside the child.',
        'Trainers and water.',
      ),
      weekly(
        'First team',
        '4 to 5 years',
        'Dribbling, passing and first small matches.',
        'Trainers, shin pads and water.',
      ),
      weekly(
        'Football skills',
        '6 to 12 years',
        'Technique, teamwork and matches in groups by age.',
        'Boots, shin pads and water.',
      ),
      camp(
        'Holiday football camp',
        '6 to 12 years',
        'A day of skills, challenges and a tournament.',
        'A packed lunch without nuts, boots, shin pads and water.',
      ),
    ],
  },
  music: {
    name: 'Music',
    edge: 'scallops',
    accent: accentNamed('Berry'),
    heading: 'Make music together',
    text: 'Songs, instruments and rhythm for children and their grown-ups. Nobody has to sing in tune.',
    ages: [months(0, 11), years(1, 2), years(3, 4), years(5, 8)],
    types: [
      weekly(
        'Baby music',
        'Newborn to 11 months',
        'Lullabies, bells and bubbles for babies and the grown-ups who carry them.',
        'A blanket to lie on.',
      ),
      weekly(
        'Toddler music',
        '1 to 2 years',
        'Action songs, drums and dancing, with a grown-up beside the child.',
      ),
      weekly('Music makers', '3 to 4 years', 'Rhythm games, first instruments and a song to take home.'),
      weekly(
        'First instruments',
        '5 to 8 years',
        'Ukulele, percussion and singing in a small group. Instruments are lent.',
      ),
    ],
  },
  babies: {
    name: 'Baby classes',
    edge: 'scallops',
    accent: accentNamed('Teal'),
    heading: 'Gentle classes for babies and their grown-ups',
    text: 'Come as you are, feed and change when you need to, and stay for a cup of tea.',
    ages: [months(0, 5), months(6, 11), months(12, 24)],
    types: [
      weekly(
        'Baby massage',
        'Newborn to 5 months',
        'Learn strokes that calm and settle, in a warm and quiet room.',
        'A towel, and a blanket that your baby knows.',
      ),
      weekly(
        'Baby sensory',
        'Newborn to 11 months',
        'Light, texture, sound and bubbles at your baby’s pace.',
        'A blanket.',
      ),
      weekly(
        'Messy play',
        '6 to 24 months',
        'Paint, foam and jelly that you do not have to clean up.',
        'A change of clothes and a towel.',
      ),
      forParents(
        'First aid for parents',
        '',
        'What to do when a baby chokes, burns or falls, practised with a trained teacher.',
      ),
    ],
  },
  camps: {
    name: 'Holiday camps',
    edge: 'bunting',
    accent: accentNamed('Brick'),
    heading: 'Holidays that children talk about',
    text: 'Full days of sport, crafts and fresh air, with people who know every child by name.',
    ages: [years(4, 6), years(7, 9), years(10, 13)],
    types: [
      camp(
        'Multi-activity day',
        '4 to 13 years',
        'Sport, crafts, games and a quiet corner, in groups by age.',
        'A packed lunch without nuts, water, and clothes that may get dirty.',
      ),
      camp(
        'Sports day camp',
        '7 to 13 years',
        'A different sport every hour, and a tournament at the end.',
        'A packed lunch without nuts, water and trainers.',
      ),
      camp(
        'Arts and crafts day',
        '4 to 13 years',
        'Paint, clay, sewing and drama, with something to take home.',
        'A packed lunch without nuts, water, and an old shirt.',
      ),
    ],
  },
}
