import type { OfferingKind } from '#domain/offering-kinds.ts'

/** One type of class, event or parents' session, as its card and its page describe it. */
export interface DemoOfferingType {
  key: string
  kind: OfferingKind
  name: string
  ages: string
  colour: string
  introduction: string
  detailsHtml: string
  introductionHtml: string
  teacher?: string
  toBring?: string
  /** The theme of each week of a term. Sessions are named after it. */
  weeks: string[]
}

/** A type as it is written below, its weeks between bars. */
type WrittenType = Omit<DemoOfferingType, 'kind' | 'weeks'> & { weeks: string }

const classTypes: WrittenType[] = [
  {
    key: 'hatchlings',
    teacher: 'Priya',
    toBring: 'Nappies, and a blanket that your baby knows.',
    name: 'Little Hatchlings',
    ages: 'Newborn to 2 years',
    colour: '#c98500',
    introduction: 'Baby sensory play with bubbles, ribbons and songs, and a proper cup of tea for you.',
    detailsHtml: `<p>Forty-five unhurried minutes of light, texture, sound and song for babies and the grown-ups who carry them. We begin on the mats with a welcome song, follow the babies’ curiosity around five small sensory stations, and finish under the bubble machine.</p>
<h2>What a class looks like</h2>
<ul><li>A hello song that uses every baby’s name</li><li>Five sensory stations, changed every week</li><li>Tummy time, signing and gentle movement</li><li>Ten minutes of free play while the kettle is on</li></ul>
<h2>Good to know</h2>
<p>Feed, change or cuddle whenever you need to: nobody will mind. Prams are parked under cover by the door, and the changing table is stocked. One grown-up for each baby, please; twins are welcome with one grown-up if you tell us.</p>`,
    introductionHtml: `<p>Led by Priya, a former nursery nurse and mother of three, Hatchlings is where most of our families start. Come at three weeks or at eighteen months: every activity has a version for babies who lie, sit, crawl or toddle.</p>`,
    weeks:
      'Rainbow ribbons | Bubbles and bells | In the garden | Splish, splash | Teddy bears’ picnic | Lights and lanterns | Down on the farm | Crinkle and crunch | Under the sea | Feathers and flight | Wind and weather | The cuddle party',
  },
  {
    key: 'tumble',
    toBring: 'Bare feet or grippy socks.',
    name: 'Toddle & Tumble',
    ages: '1 to 3 years',
    colour: '#ef6a4c',
    introduction: 'A soft-play gym for new walkers: climb, roll, balance and flop into the ball pool.',
    detailsHtml: `<p>We fill the hall with ramps, tunnels, beams and mats, and let small people find out what their bodies can do. Our coaches show you how to help without holding on, so that confidence grows along with balance.</p>
<h2>What a class looks like</h2>
<ul><li>A warm-up with animal walks</li><li>A new obstacle course every week</li><li>Parachute, ball pool and bubbles</li><li>A calm-down story on the big blue mat</li></ul>
<h2>Good to know</h2>
<p>Bare feet or grippy socks are best. Grown-ups stay and join in. Our community session at the Glasshouse is free of charge, thanks to the friends who buy our tea towels.</p>`,
    introductionHtml: `<p>Every coach holds a paediatric first-aid certificate and a gymnastics leader’s award. With never more than ten children, there is always a hand when it is wanted and space when it is not.</p>`,
    weeks:
      'Ready, steady, wobble | Bear hunt | Over the bridge | Rolling hills | Jungle trail | Boats and buoys | Up the ladder | Tunnel trains | Jumping frogs | Castle climb | Moon walk | Medal morning',
  },
  {
    key: 'band',
    teacher: 'Tomos',
    name: 'Kitchen Band',
    ages: '1 to 5 years',
    colour: '#8b5fd0',
    introduction: 'Saucepans, shakers and real drums: noisy, joyful music-making for small hands.',
    detailsHtml: `<p>There is a whole orchestra in a kitchen cupboard. We drum, shake, strum and sing our way through songs from here and everywhere, with real instruments cut down to size.</p>
<h2>What a class looks like</h2>
<ul><li>A marching welcome</li><li>One instrument family each week to touch and try</li><li>Loud and quiet, fast and slow: the games that make a musician</li><li>A band number that everybody plays together</li></ul>
<h2>Good to know</h2>
<p>Ear defenders in toddler sizes hang by the door. Younger siblings in a sling come free.</p>`,
    introductionHtml: `<p>Tomos plays the accordion, the banjo and, if pressed, the spoons. He has taught music in Bristol’s nurseries for eleven years and still knows every child’s favourite song by the second week.</p>`,
    weeks:
      'Shake it | Drums, drums, drums | Loud lion, quiet mouse | Strings and rubber bands | Train songs | Saucepan samba | Bells and chimes | Blow a tune | Sea shanties | Songs around the world | The conductor’s hat | Grand concert',
  },
  {
    key: 'ballet',
    toBring: 'Ballet shoes or bare feet, and clothes that are easy to move in.',
    name: 'Tiptoe Ballet',
    ages: '3 to 7 years',
    colour: '#e8659b',
    introduction: 'First ballet through stories, with real technique and no pressure to be a swan.',
    detailsHtml: `<p>Every term is one story, danced chapter by chapter. Children learn posture, rhythm and the first positions without noticing, because they are busy being foxes, snowflakes and slightly grumpy kings.</p>
<h2>What a class looks like</h2>
<ul><li>A magic-carpet warm-up</li><li>Barre, in the shape of a very long dragon</li><li>A new chapter with its own steps</li><li>A curtsey, a bow and a sticker</li></ul>
<h2>Good to know</h2>
<p>Ballet shoes or bare feet, and clothes that are easy to move in. A leotard is lovely and not needed. Parents are invited to watch the last class of each half-term. The Company class can be booked with class credits alone, because the same children work together all term.</p>`,
    introductionHtml: `<p>Our teachers trained professionally and hold current teaching qualifications. Boys and girls dance every part.</p>`,
    weeks:
      'The fox wakes | Into the wood | Falling leaves | The frozen pond | A letter arrives | The long road | The king’s kitchen | Moonlight | The lost shoe | The storm | Home again | We dance the story',
  },
  {
    key: 'boots',
    toBring: 'Wellies, full waterproofs and a spare everything.',
    name: 'Muddy Boots',
    ages: '2 to 7 years',
    colour: '#5f9e3e',
    introduction: 'Outdoor explorers: dens, bugs, mud kitchens and a fire with hot apple juice.',
    detailsHtml: `<p>Seventy-five minutes outside, whatever the sky is doing. We track beetles, build dens, cook in the mud kitchen and sit round the fire circle with a warm drink and a story.</p>
<h2>What a class looks like</h2>
<ul><li>A walk to base camp with the explorer’s flag</li><li>A nature quest for the season</li><li>Tools used safely, one to one: peelers, saws and string</li><li>Fire circle, story and hot apple juice</li></ul>
<h2>Good to know</h2>
<p>Wellies and full waterproofs, please, and a spare everything in the car. We only cancel for high wind, and then the credit goes straight back to your account. Under-fives come with a grown-up; fives and over may be dropped off.</p>`,
    introductionHtml: `<p>Led by qualified forest-school practitioners at no more than one to six. Allergies and medical notes travel with the leader in a sealed pack.</p>`,
    weeks:
      'Bug hotel | Dens and knots | Mud kitchen | Leaf printing | Pond dipping | Campfire bread | Owl prowl | Clay creatures | Woodland music | Bird feeders | Treasure map | Lantern walk',
  },
  {
    key: 'paint',
    toBring: 'Clothes that may get messy. Aprons are provided.',
    name: 'Paint Pot',
    ages: '2 to 11 years',
    colour: '#1f9fb5',
    introduction: 'Big paper, good paint and no “right” way: proper art classes for every age.',
    detailsHtml: `<p>Real materials, enormous paper and a teacher who asks questions instead of giving answers. Little ones explore with hands and sponges; older children learn printmaking, clay, collage and how to look.</p>
<h2>What a class looks like</h2>
<ul><li>A warm-up drawing with the “wrong” hand</li><li>An artist of the week to steal ideas from</li><li>Forty minutes of making</li><li>A gallery walk, where every artist says one thing</li></ul>
<h2>Good to know</h2>
<p>Everything washes out, eventually. Aprons are provided. Work goes home dry the following week.</p>`,
    introductionHtml: `<p>Taught by practising artists. Finished pieces hang in the stairwell of the Harbour Loft until the end of term.</p>`,
    weeks:
      'Marks and messes | Print it | Colour soup | Clay faces | Collage city | Draw with scissors | Inside a shell | Giant flowers | Line goes for a walk | Animals in ink | Light and shadow | The big exhibition',
  },
  {
    key: 'football',
    toBring: 'Trainers and a water bottle; shin pads from five years up.',
    name: 'Kick About',
    ages: '3 to 11 years',
    colour: '#2f7fd1',
    introduction: 'Friendly football for everyone: ball skills, small games and a lot of high fives.',
    detailsHtml: `<p>No trials, no league table, no shouting from the touchline. Every child has a ball at their feet for most of the session and plays in games of three or four a side.</p>
<h2>What a class looks like</h2>
<ul><li>Tag games to warm up</li><li>One skill, taught through play</li><li>Small-sided games with rolling teams</li><li>Player of the day, for effort or kindness</li></ul>
<h2>Good to know</h2>
<p>Trainers and a water bottle; shin pads from five years up. We play in the sports hall, so it is never rained off.</p>`,
    introductionHtml: `<p>Coached by FA-qualified players, women and men. Shy children may watch for as long as they like; most last four minutes.</p>`,
    weeks:
      'Ball friends | Dribble and turn | Pass to a friend | Traffic lights | Shoot! | Goalie gloves | Space invaders | First touch | Two-footed | Teamwork | Penalty party | Family match',
  },
  {
    key: 'curtain',
    teacher: 'Femi',
    toBring: 'Comfortable clothes and a drink.',
    name: 'Curtain Up',
    ages: '5 to 11 years',
    colour: '#c8434f',
    introduction: 'Drama games, stories and a small show each term, for the loud and the quiet alike.',
    detailsHtml: `<p>We make plays together: children invent the story, build the set from cardboard and share it with families in week twelve. There are no auditions, and every part matters.</p>
<h2>What a class looks like</h2>
<ul><li>Ensemble games that get everybody laughing</li><li>Voice, movement and improvisation</li><li>Devising: our own play, scene by scene</li><li>A circle where everyone is heard</li></ul>
<h2>Good to know</h2>
<p>Comfortable clothes and a drink. The Company classes can be booked with class credits alone, because the same cast rehearses all term.</p>`,
    introductionHtml: `<p>Directed by Femi, who has toured children’s theatre to libraries, barns and one lighthouse.</p>`,
    weeks:
      'Hello, stage | Yes, and … | Voices | Masks | Our story begins | Heroes and villains | Props from boxes | Sound and silence | Learn it, lose it | Run-through | Dress rehearsal | Curtain up',
  },
  {
    key: 'tinker',
    teacher: 'Dr Amara Lindqvist',
    name: 'Tinker Lab',
    ages: '5 to 11 years',
    colour: '#4f5fc4',
    introduction: 'Fizz, circuits, rockets and robots: hands-on science with safety goggles.',
    detailsHtml: `<p>Children ask, guess, build, test and, quite often, mop. Every session answers one question with an experiment that can be repeated at home with what is in the cupboard.</p>
<h2>What a class looks like</h2>
<ul><li>The question of the day</li><li>Predictions on the big board</li><li>Building and testing in pairs</li><li>“What surprised you?” and a card to take home</li></ul>
<h2>Good to know</h2>
<p>Goggles and lab coats are provided. Nut-free and latex-free materials throughout.</p>`,
    introductionHtml: `<p>Run by Dr Amara Lindqvist, a chemist who believes that the best noise in a classroom is “Oh!”.</p>`,
    weeks:
      'Why does it fizz? | Bridges of paper | Light a bulb | Rocket day | Slime, sensibly | Gears and cranks | Hidden colours | Robots obey | Magnets | Floating and sinking | Sound you can see | Invention fair',
  },
]

const eventTypes: WrittenType[] = [
  {
    key: 'camp',
    toBring: 'A nut-free packed lunch, a water bottle, a coat, and clothes that can meet paint and grass.',
    name: 'Conker Camp',
    ages: '5 to 11 years',
    colour: '#d37b15',
    introduction: 'A holiday day camp: games, making, music and fresh air from nine until half past three.',
    detailsHtml: `<p>A whole day of the best of everything. The morning is for making: art, music or science. After lunch we go out to the green for games, dens and the giant parachute.</p>
<ul><li>Breakfast club from 8.30 at no charge</li><li>Nut-free packed lunch from home; fruit and water from us</li><li>One leader for every eight children</li><li>Signed out only to the people you name</li></ul>`,
    introductionHtml:
      '<p>Book one day or all five. Friends can be put in the same group: tell us in the note on your child’s page.</p>',
    weeks: '',
  },
  {
    key: 'forest',
    name: 'Forest Day',
    ages: '3 to 7 years',
    colour: '#3f8f5b',
    introduction: 'A long morning under the trees, with dens, tracking and lunch cooked on the fire.',
    detailsHtml: `<p>Four hours in our corner of the orchard. Children choose between whittling, den building, the rope swing and the mud kitchen, and everybody helps to cook lunch over the fire.</p>
<ul><li>Waterproofs to borrow if yours are wet</li><li>Vegetarian campfire lunch included</li><li>One leader for every six children</li></ul>`,
    introductionHtml:
      '<p>Under-fives bring a grown-up, who eats for free and may be asked to carry sticks.</p>',
    weeks: '',
  },
  {
    key: 'stage-week',
    name: 'Stage in a Week',
    ages: '7 to 11 years',
    colour: '#a8468f',
    introduction: 'Write it, rehearse it, paint it, perform it: a whole show from Monday to Friday.',
    detailsHtml: `<p>On Monday there is an empty stage. On Friday at half past two there is a show, with songs, a set and a queue for tickets. It is booked as one, because the cast needs all of its members.</p>
<ul><li>Songs, scenes and movement with three directors</li><li>Set, costume and programme made by the children</li><li>Two tickets for each family for Friday’s performance</li></ul>`,
    introductionHtml:
      '<p>No experience needed; nerves are normal. Parts are shared out so that nobody has to learn more than they enjoy.</p>',
    weeks: '',
  },
  {
    key: 'family',
    name: 'Family Saturday',
    ages: 'Families with children of 3 and over',
    colour: '#d9622c',
    introduction: 'Two hours of making something splendid together: kites, lanterns, puppets or pies.',
    detailsHtml: `<p>Every other Saturday afternoon the Harbour Loft fills with families, string and glue. There is one project, enough material for everybody and somebody at your elbow when the string wins.</p>
<ul><li>Price for each child; grown-ups come free</li><li>All materials, and juice and coffee</li><li>Take home what you made</li></ul>`,
    introductionHtml: '<p>Grandparents, godparents and big brothers are as welcome as parents.</p>',
    weeks: 'Box kites | Paper lanterns | Sock puppets | Orchard pies | Marble runs | Shadow theatre',
  },
]

const parentSessionTypes: WrittenType[] = [
  {
    key: 'first-aid',
    name: 'First Aid for Babies',
    ages: 'Parents and carers of 0 to 3s',
    colour: '#d64a57',
    introduction: 'Choking, fevers, bumps and burns: what to do, practised until it feels ordinary.',
    detailsHtml: `<p>Two calm hours with a children’s nurse and enough practice dolls for everybody. You will leave knowing what to do for choking, CPR, burns, bumps to the head, allergic reactions and the 3 a.m. fever.</p>
<ul><li>Practice for every person, not only a demonstration</li><li>A pocket guide and a certificate of attendance</li><li>Babes in arms are welcome</li></ul>
<figure class="media"><oembed url="/media/first-aid-film.mp4"></oembed><figcaption>A look round the practice room, without sound</figcaption></figure>`,
    introductionHtml:
      '<p>Taught by Siobhán Marlowe, children’s nurse of eighteen years. Grandparents and childminders often come along; book a place for each person.</p>',
    weeks: 'Choking and CPR | Fevers, rashes and burns',
  },
  {
    key: 'sleep',
    teacher: 'Hana Whitcombe',
    name: 'Gentle Sleep Workshop',
    ages: 'Parents and carers of 0 to 3s',
    colour: '#5b6bb5',
    introduction: 'Kind, practical help for tired families, with a plan that fits your own child.',
    detailsHtml: `<p>No miracle methods and no blame. We look at what is normal at each age, why sleep goes wrong, and which small changes help. You leave with a one-page plan and a follow-up call two weeks later.</p>
<ul><li>No more than eight families</li><li>Time for every question</li><li>Nothing that asks you to leave a baby to cry</li></ul>`,
    introductionHtml:
      '<p>With Hana Whitcombe, health visitor and sleep practitioner. The short taster is a good way to find out whether the workshop is for you.</p>',
    weeks: 'Naps and bedtimes | Night waking | Early mornings',
  },
  {
    key: 'circle',
    name: 'New Parents’ Circle',
    ages: 'Parents and carers in the first year',
    colour: '#b9793f',
    introduction: 'Tea, cake and honest company for anyone with a baby. Free, every Friday.',
    detailsHtml: `<p>A sofa, a pot of tea and people who are awake at the same hours as you. A health visitor drops in on the first Friday of the month; otherwise there is no agenda at all.</p>
<ul><li>Free of charge; booking helps us to bake enough</li><li>Step-free entrance and room for every pram</li><li>Partners, foster and adoptive parents are very welcome</li></ul>`,
    introductionHtml: '<p>Hosted by families who once came for the cake and stayed for the friends.</p>',
    weeks: 'Tea and talk',
  },
]

/** Every type of the demo business, in the order of its menus (spec 1 §3). */
export const demoOfferingTypes: DemoOfferingType[] = [
  ...classTypes.map(type => ({ ...type, kind: 'class' as const })),
  ...eventTypes.map(type => ({ ...type, kind: 'event' as const })),
  ...parentSessionTypes.map(type => ({ ...type, kind: 'parentSession' as const })),
].map(type => ({ ...type, weeks: type.weeks === '' ? [] : type.weeks.split(' | ') }))
