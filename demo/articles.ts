import { picturePath } from './picture-path.ts'

/** The help centre's articles (decision C-10); `daysAgo` is when each was published. */
export const demoArticles = [
  {
    title: 'Your first class: what happens?',
    picture: picturePath('article-first-class'),
    introduction: 'Come five minutes early, find the yellow door and leave the rest to us.',
    contentHtml: `<p>Look for the yellow door and somebody with a lanyard: they will know your child’s name. Coats and prams go in the entrance, shoes under the bench.</p><p>Children may sit on your lap, hide behind your knees or run straight in. All three are normal. If it gets too much, the book corner is yours for as long as you like.</p>`,
    daysAgo: 30,
  },
  {
    title: 'What should we bring?',
    picture: picturePath('article-bring'),
    introduction: 'Water, layers and one spare sock more than you think.',
    contentHtml: `<ul><li><strong>Hatchlings and Tumble:</strong> grippy socks or bare feet, and a spare nappy.</li><li><strong>Muddy Boots:</strong> waterproofs, wellies and a full change of clothes.</li><li><strong>Ballet:</strong> soft shoes and hair out of the eyes.</li><li><strong>Kick About:</strong> trainers and a water bottle.</li><li><strong>Everything else:</strong> clothes that can meet paint.</li></ul>`,
    daysAgo: 44,
  },
  {
    title: 'How do class credits work?',
    picture: picturePath('article-credits'),
    introduction: 'One credit, one class, any child, any venue.',
    contentHtml: `<p>Buy a pack once and its credits wait in your account. When you book, they are used first; whatever they do not cover is paid by card. You can see every credit that came and went under Class pack in your account.</p><p>Should you cancel an unpaid booking, the credits come back by themselves.</p>`,
    daysAgo: 51,
  },
  {
    title: 'Plans change: moving a booking',
    picture: picturePath('article-reschedule'),
    introduction: 'Move a paid booking to another session online, until it starts.',
    contentHtml: `<p>Open My Bookings, find the class in your week and press Reschedule. Sessions with the same price and a free place show Select; choose one and you are done.</p><p>If nothing suits, ring us on 0117 496 0142 and we will look together.</p>`,
    daysAgo: 63,
  },
  {
    title: 'Allergies, asthma and other needs',
    picture: picturePath('article-allergy'),
    introduction: 'Tell us once; the right teacher will know every time.',
    contentHtml: `<p>Write medical and allergy notes on your child’s page, “none” if there are none. They are encrypted and shown only to the teachers of the day. All snacks are free of nuts; oat milk and gluten-free biscuits are always in the cupboard.</p><p>For inhalers and auto-injectors, please bring a named pouch and hand it over at the door.</p>`,
    daysAgo: 80,
  },
  {
    title: 'My child is shy. Will it work?',
    picture: picturePath('article-shy'),
    introduction: 'Watching is taking part. Most shy children need three visits.',
    contentHtml: `<p>Nobody is made to join a circle or sing a solo. Tell us beforehand and a teacher will sit near, not look too hard and have a job ready: holding the drum bag has started many careers.</p>`,
    daysAgo: 95,
  },
  {
    title: 'What if it rains?',
    picture: picturePath('article-rain'),
    introduction: 'Then there are puddles. Only high wind stops Muddy Boots.',
    contentHtml: `<p>Rain is part of the fun, and there is a shelter with a stove. If the wind is above 35 miles an hour we move to the hall or cancel, by message before 8 a.m., and your credit or payment comes back.</p>`,
    daysAgo: 110,
  },
  {
    title: 'The class is full. What now?',
    picture: picturePath('article-waiting'),
    introduction: 'Join the waiting list: places come free more often than you think.',
    contentHtml: `<p>Press Waiting list on the class and choose your child. When a place comes free we reserve it for you for twelve hours and send you a message and an email. If you do not take it, it goes to the next family, and you lose nothing.</p>`,
    daysAgo: 120,
  },
]
