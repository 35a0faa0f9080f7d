import { picturePath } from './picture-path.ts'
import { rowsOf } from './table-rows.ts'

interface PromoItem {
  section: 'type' | 'theme' | 'product'
  title: string
  picture: string
  contentHtml: string
}

const itemsOf = (table: string): PromoItem[] =>
  rowsOf(table).map(row => {
    const [section, title, picture, contentHtml] = row as [PromoItem['section'], string, string, string]
    return { section, title, picture: picturePath(picture), contentHtml }
  })

/** The party page and the page of private (bespoke) classes (spec 2 §2). */
export const demoPromoPages = [
  {
    page: 'party' as const,
    banners: ['party-slide-1', 'party-slide-2'].map(picturePath),
    heading1: 'Birthday parties without the panic',
    heading2: 'You bring the cake, we bring everything else',
    text2Top: `<p>An hour and a half or two, two party leaders and up to twenty-four guests, in a hall that is yours alone. We set up, play, serve the tea, sing the song and sweep the floor. You get to be in the photographs.</p>`,
    text2Bottom: `<p>Our party team are the teachers your child already knows. They have seen every kind of party, including the one with the goat, and nothing will make them stop smiling.</p>`,
    image2Top: picturePath('party-cake'),
    image2Bottom: picturePath('party-team'),
    items: itemsOf(`
      type | Little party | party-little | <p>Ninety minutes for up to twelve guests aged 1 to 4, with soft play, Kitchen Band and bubbles. From £180.</p><ul><li>Two leaders</li><li>Tea, squash and fruit</li><li>Invitations to print</li></ul>
      type | Classic party | party-classic | <p>Two hours for up to eighteen guests aged 4 to 9: games, your theme, tea and dancing. From £240.</p><ul><li>Two leaders and a helper</li><li>Hall, decorations and party tea</li><li>A present for the birthday child</li></ul>
      type | Big top party | party-big | <p>Two and a half hours for up to thirty guests, with a workshop, a disco and popcorn. From £360.</p><ul><li>Three leaders</li><li>Choice of football, drama, science or art workshop</li></ul>
      type | Party at home | party-home | <p>We come to your house, garden or village hall within fifteen miles of Bristol, with everything in the van. From £160.</p>
      theme | Jungle | theme-jungle | <p>Animal walks, a vine maze and a very polite crocodile.</p>
      theme | Space | theme-space | <p>Build rockets, walk on the moon and eat comets made of melon.</p>
      theme | Pirates | theme-pirate | <p>A treasure map, a plank that is only ten centimetres high, and shanties.</p>
      theme | Fairy wood | theme-fairy | <p>Wands, wings, unicorns and a wood full of tiny doors.</p>
      theme | Dinosaurs | theme-dinosaur | <p>Dig for bones, hatch an egg and stomp the roof off.</p>
      theme | Disco | theme-disco | <p>Mirror ball, dance games and a grand limbo final.</p>
      product | Birthday cake | extra-cake | <p>Baked by our own Marigold, with a name on top. Vegan and gluten-free on request. £38 for twenty.</p>
      product | Party bags | extra-bags | <p>A wooden toy, seeds, stickers and a lollipop. £5.50 each.</p>
      product | Balloons | extra-balloons | <p>An arch of paper and natural-rubber balloons in your colours. £45.</p>
      product | Face painting | extra-face | <p>A painter for one hour: tigers, butterflies and the odd invisible man. £60.</p>
      product | Photographs | extra-photos | <p>Forty edited pictures for your family alone, sent within a week. £75.</p>
    `),
  },
  {
    page: 'bespoke' as const,
    banners: ['bespoke-slide-1', 'bespoke-slide-2'].map(picturePath),
    heading1: 'Private classes, made to measure',
    heading2: 'Your group, your place, your pace',
    text2Top: `<p>Four cousins who want to paint? A nursery that needs music on Tuesdays? A child who would love drama, but not a crowd? Tell us who, where and when, and we will plan a class around you.</p>`,
    text2Bottom: `<p>We bring the teacher, the kit and the ideas to your home, school or hall, or open one of ours for you. Every private booking begins with a telephone call, so that the first session already fits.</p>`,
    image2Top: picturePath('bespoke-home'),
    image2Bottom: picturePath('bespoke-school'),
    items: itemsOf(`
      type | At home | bespoke-home | <p>One to six children around your kitchen table or in the garden. From £55 an hour, travel in Bristol included.</p>
      type | Schools and nurseries | bespoke-school | <p>Weekly classes or a whole theme day for up to thirty children. From £120 a visit, with planning notes for your staff.</p>
      type | One to one | bespoke-one | <p>Music, art or ballet for one child at their own speed, with time for a word with you at the end. From £42 for forty-five minutes.</p>
      theme | At your pace | benefit-pace | <p>Slower, faster, quieter, sillier: the plan follows the children.</p>
      theme | At your time | benefit-time | <p>After school, at weekends or during the baby’s nap. Move a date with a day’s notice.</p>
      theme | With your people | benefit-friends | <p>Brothers, sisters and best friends learn together, whatever their ages.</p>
      product | A teacher who knows you | included-teacher | <p>The same person every time, DBS checked and first-aid trained.</p>
      product | All of the kit | included-kit | <p>Instruments, paints, mats or microscopes arrive in the bag and leave with us. You keep the masterpieces.</p>
      product | Notes to keep | included-report | <p>A short note after each session about what went well and what to try next.</p>
    `),
  },
]
