import type { Weekday } from '#domain/calendar.ts'
import { rowsOf } from './table-rows.ts'
import type { AgeKey, VenueKey } from './venues-and-ages.ts'

/** How many places are taken: all, all but one, some, or hardly any. */
export type Fill = 'full' | 'one-left' | 'some' | 'quiet'

/** A class that runs every week of a term. */
export interface WeeklyOffering {
  key: string
  type: string
  name: string
  venue: VenueKey
  age: AgeKey
  classroom: string
  capacity: number
  minutes: number
  pricePence: number
  credits: number
  /** null: no trial; 0: a free one. */
  trialPence: number | null
  isPackOnly: boolean
  weeks: 'every' | 'odd' | 'even' | 'camp'
  lastsDays: number
  slots: { day: Weekday; time: string; fill: Fill }[]
}

type Facts = Pick<WeeklyOffering, 'capacity' | 'minutes' | 'pricePence'> & Partial<WeeklyOffering>

const factsOfTypes: Record<string, Facts> = {
  hatchlings: { capacity: 8, minutes: 45, pricePence: 850, trialPence: 0 },
  tumble: { capacity: 10, minutes: 45, pricePence: 800, trialPence: 400 },
  band: { capacity: 9, minutes: 40, pricePence: 800, trialPence: 0 },
  ballet: { capacity: 8, minutes: 45, pricePence: 950, trialPence: 400 },
  boots: { capacity: 10, minutes: 75, pricePence: 950, trialPence: 500 },
  paint: { capacity: 9, minutes: 60, pricePence: 900, trialPence: 500 },
  football: { capacity: 10, minutes: 50, pricePence: 750, trialPence: 0 },
  curtain: { capacity: 9, minutes: 60, pricePence: 950, trialPence: 600 },
  tinker: { capacity: 8, minutes: 60, pricePence: 950, trialPence: 600 },
  camp: { capacity: 14, minutes: 390, pricePence: 3800, credits: 4, weeks: 'camp' },
  'stage-week': { capacity: 14, minutes: 360, pricePence: 16500, credits: 18, weeks: 'camp', lastsDays: 5 },
  forest: { capacity: 12, minutes: 240, pricePence: 2400, credits: 3, trialPence: 1200, weeks: 'odd' },
  family: { capacity: 16, minutes: 120, pricePence: 1200, credits: 2, trialPence: 0, weeks: 'even' },
  'first-aid': { capacity: 12, minutes: 120, pricePence: 2800, credits: 3 },
  sleep: { capacity: 8, minutes: 90, pricePence: 2200, credits: 3, trialPence: 600 },
  circle: { capacity: 16, minutes: 90, pricePence: 0, credits: 0 },
}

/** Classes that differ from their type, by name. */
const exceptions: Record<string, Partial<WeeklyOffering>> = {
  'Community Stay and Tumble': { capacity: 14, pricePence: 0, credits: 0, trialPence: null },
  'Tiptoe Company': { isPackOnly: true, trialPence: null },
  'Curtain Up Company': { isPackOnly: true, trialPence: null },
  'First aid on Saturdays': { capacity: 10, weeks: 'odd' },
  'Gentle sleep for toddlers': { capacity: 6, weeks: 'even' },
}

/**
 * About sixty class sessions a week. A slot without a word is filled at random. Every weekday has full sessions,
 * sessions with places left, and free and priced trials. Pack-only and free classes are spread over the week, so that
 * two closed days never remove all of them.
 */
export const weeklyOfferings: WeeklyOffering[] = rowsOf(`
  hatchlings | larkfield  | babies   | Little Hatchlings                   | Garden Room           | Mon 09:30 full, Mon 10:30, Thu 09:30 one-left
  hatchlings | glasshouse | babies   | Little Hatchlings                   | Palm Room             | Tue 10:00 one-left, Fri 10:00 full, Sun 09:30 one-left
  hatchlings | orchard    | toddlers | Crawlers and cruisers               | Blossom Room          | Wed 09:30, Sat 09:15 full
  tumble     | larkfield  | toddlers | Toddle & Tumble                     | Main Hall             | Mon 11:30, Wed 10:00 one-left
  tumble     | harbour    | toddlers | Toddle & Tumble                     | Long Loft             | Tue 09:30 full, Fri 09:30, Sat 09:30
  tumble     | orchard    | twos     | Big Tumble                          | Apple Hall            | Mon 10:00 one-left, Thu 10:00 full, Sun 10:00
  tumble     | glasshouse | twos     | Community Stay and Tumble           | Glass Hall            | Wed 13:30, Fri 13:30 quiet, Sun 14:00
  band       | glasshouse | toddlers | Kitchen Band for toddlers           | Palm Room             | Mon 09:45, Wed 09:45 full, Sat 10:00 one-left
  band       | larkfield  | twos     | Kitchen Band                        | Garden Room           | Tue 10:00, Thu 11:00, Sun 10:30 quiet
  band       | harbour    | threes   | Kitchen Band: the big drums         | Engine Room           | Fri 14:00 one-left, Sat 11:00
  ballet     | orchard    | threes   | Tiptoe for beginners                | Mirror Room           | Tue 15:45 one-left, Sat 10:30 full
  ballet     | orchard    | fives    | Tiptoe for fives and sixes          | Mirror Room           | Wed 16:15, Sat 11:30 full
  ballet     | glasshouse | threes   | Tiptoe Company                      | Glass Hall            | Thu 15:45, Sun 15:00
  boots      | orchard    | twos     | Muddy Boots for twos                | The orchard           | Tue 10:00, Fri 10:15 full
  boots      | orchard    | threes   | Muddy Boots explorers               | The orchard           | Wed 13:15 one-left, Sun 13:00
  boots      | larkfield  | fives    | Muddy Boots rangers                 | Larkfield green       | Sat 13:30
  paint      | glasshouse | twos     | Paint Pot for beginners             | Potting Shed          | Thu 10:00
  paint      | glasshouse | threes   | Paint Pot                           | Potting Shed          | Tue 14:00, Sat 13:00 full
  paint      | harbour    | fives    | Paint Pot after school              | Sail Studio           | Mon 16:00 full, Wed 16:00
  paint      | harbour    | sevens   | Paint Pot printmakers               | Sail Studio           | Fri 16:15 one-left, Sun 13:30 one-left
  football   | larkfield  | threes   | Kick About minis                    | Sports Hall           | Mon 15:45, Sat 09:00 full, Sun 14:15
  football   | larkfield  | fives    | Kick About                          | Sports Hall           | Tue 16:00 one-left, Thu 16:00, Sat 10:00
  football   | larkfield  | sevens   | Kick About juniors                  | Sports Hall           | Wed 16:45 full, Fri 16:30, Sun 10:00
  curtain    | harbour    | fives    | Curtain Up                          | Long Loft             | Tue 16:15, Sat 12:00 one-left
  curtain    | harbour    | sevens   | Curtain Up juniors                  | Long Loft             | Thu 16:30 full, Sat 13:15
  curtain    | glasshouse | sevens   | Curtain Up Company                  | Glass Hall            | Mon 17:00 one-left, Sat 14:30
  tinker     | glasshouse | fives    | Tinker Lab                          | Workshop              | Mon 15:45, Wed 15:45 full, Fri 15:45 one-left
  tinker     | orchard    | sevens   | Tinker Lab juniors                  | Barn                  | Tue 16:45, Thu 17:00 one-left, Sun 14:30 full
  camp       | harbour    | fives    | Conker Camp                         | Whole building        | Mon 09:00, Tue 09:00 one-left, Wed 09:00 full, Thu 09:00, Fri 09:00
  camp       | larkfield  | sevens   | Conker Camp                         | Sports Hall and green | Mon 09:00, Tue 09:00, Wed 09:00, Thu 09:00 full, Fri 09:00 one-left
  stage-week | glasshouse | sevens   | Stage in a Week                     | Glass Hall            | Mon 09:30 one-left
  forest     | orchard    | threes   | Forest Day in the orchard           | Fire circle           | Sun 10:00
  family     | harbour    | fives    | Family Saturday                     | Long Loft             | Sat 15:30
  first-aid  | harbour    | first-yr | First aid on Tuesday evenings       | Chart Room            | Tue 19:30
  first-aid  | larkfield  | parents  | First aid on Saturdays              | Garden Room           | Sat 14:00 one-left
  sleep      | orchard    | first-yr | Gentle sleep on Wednesday evenings  | Blossom Room          | Wed 19:30
  sleep      | glasshouse | parents  | Gentle sleep for toddlers           | Palm Room             | Thu 19:30 full
  circle     | glasshouse | first-yr | New Parents’ Circle                 | Palm Room             | Fri 10:30
`).map(row => {
  const [type, venue, age, name, classroom, slots] = row as [string, VenueKey, AgeKey, string, string, string]
  return {
    key: `${type}-${venue}-${age}`,
    type,
    venue,
    age,
    name,
    classroom,
    credits: 1,
    trialPence: null,
    isPackOnly: false,
    weeks: 'every',
    lastsDays: 1,
    slots: slots.split(', ').map(slot => {
      const [day, time, fill = 'some'] = slot.split(' ') as [Weekday, string, Fill?]
      return { day, time, fill }
    }),
    ...(factsOfTypes[type] as Facts),
    ...exceptions[name],
  }
})
