// The demo business's own words, as its staff would have typed them into rich text.

export const homeWelcomeHtml = `<p>Conker &amp; Kite is a family of children’s classes in four friendly halls across Bristol: baby sensory, music, ballet, art, football, drama, science and a great deal of mud. Come for one class or for the whole term. Your first one is on us in many of them.</p>`

export const homePromiseHtml = `<p>Never more than fourteen children, and usually eight. The same teachers every week, all of them first-aid trained and DBS checked, and a welcome at the door that uses your child’s name.</p><p>If a class was not right for you, tell us the same day and we will find one that is.</p>`

export const homePacksHtml = `<p>Book a single class, or buy a class pack and spend the credits wherever you like: ballet on Saturday, Muddy Boots when the sun comes out, another one for a little brother.</p><p>Plans change. You can move a paid booking to another class online, right up to the moment it starts.</p>`

export const dealsHtml = `<p>Leave your email address and we will write once a month with new classes, camp dates and the occasional treat. Start with <strong>WELCOME10</strong>: 10% off your first booking.</p>`

export const classesHtml = `<p>Choose a week, filter by age, venue or day, and tap a class to see what it is about. Classes marked “Trial” can be tried once before you decide.</p>`

export const eventCalendarHtml = `<p>Camps in the school holidays, long mornings in the woods, a show made in a week and a Family Saturday every fortnight. Places go quickly; join the waiting list and we will tell you the minute one comes free.</p>`

export const parentSessionsHtml = `<p>First aid, sleep and good company, with people who have been up all night too. You need no account to book: your name and an email address will do.</p>`

export const packTextHtml = `<p>Class packs are the easy way to come often. One credit is one class for one child; longer events use more. Credits can be shared between all of your children and are valid for eighteen months.</p>`

export const packRulesHtml = `<h2>How class packs work</h2>
<ol>
<li>A pack adds class credits to your account as soon as your payment has gone through.</li>
<li>Most classes cost one credit for each child. Camps, workshops and other long events cost more; the number is shown before you book.</li>
<li>Credits may be used for any child in your account, in any venue, in any term.</li>
<li>If you do not have enough credits for a booking, they are used first and you pay the rest by card.</li>
<li>“Company” classes can be booked by families with credits alone, because the same children work together all term.</li>
<li>Credits come back to your account by themselves when an unpaid booking is cancelled or runs out, or when we have to cancel a class.</li>
<li>Credits are valid for eighteen months from the day you bought them.</li>
<li>Unused packs are refunded in full within fourteen days. After that, write to us: life happens, and we are kind.</li>
</ol>`

export const aboutHtml = `<h2>We are Conker &amp; Kite</h2>
<p>It began with one church hall, six babies and a borrowed bubble machine. Priya had left nursing to be at home with her three; Tomos had a van full of instruments. They wanted a place where children could be busy and grown-ups could breathe out.</p>
<p>Ten years on, we run more than sixty classes a week in four halls, with a team of twenty-two teachers, two bakers and one dog. We are still owned by the people who sweep the floor.</p>
<h3>What we believe</h3>
<ul>
<li><strong>Play is serious.</strong> Everything we teach is learned with the whole body first.</li>
<li><strong>Small is kind.</strong> Groups are small enough for every child to be known.</li>
<li><strong>Everyone belongs.</strong> All our halls are step-free. Tell us what your child needs and we will plan for it together.</li>
<li><strong>Prices are plain.</strong> What you see is what you pay. One class in every ten is free for families who need it: just ask.</li>
</ul>
<h3>Safe hands</h3>
<p>Every teacher has an enhanced DBS check, paediatric first aid and yearly safeguarding training. Children leave only with the people you have named. Medical and allergy notes are kept encrypted and are shown only to the teachers of the day.</p>
<h3>Our four homes</h3>
<p>Larkfield Hall in Southville, the Glasshouse in Montpelier, the Harbour Loft on Spike Island and the Orchard Studio in Westbury Park. Come and look round: there is always somebody in by eight.</p>`

export const contactHtml = `<h2>Come and say hello</h2>
<p>We answer the phone between 8.30 and 17.30 from Monday to Saturday, and emails within one working day. On Sundays we are in class.</p>
<p><strong>Telephone</strong> <a href="tel:+441174960142">0117 496 0142</a><br><strong>Email</strong> <a href="mailto:hello@conkerandkite.example.test">hello@conkerandkite.example.test</a></p>
<h3>Our venues</h3>
<ul>
<li><strong>Larkfield Hall</strong>, 21 Larkfield Road, Southville, Bristol BS3 1QY. Buses stop outside; there are ten parking spaces and room for prams indoors.</li>
<li><strong>The Glasshouse</strong>, 8 Picton Mews, Montpelier, Bristol BS6 5QX. Four minutes on foot from the railway station; cycle stands in the yard.</li>
<li><strong>The Harbour Loft</strong>, 4 Sailcloth Yard, Spike Island, Bristol BS1 6QX. On the ferry route; lift to the first floor.</li>
<li><strong>Orchard Studio</strong>, 1 Orchard Lane, Westbury Park, Bristol BS6 7QN. Free parking after nine; the orchard gate is on the left.</li>
</ul>
<h3>Something not right?</h3>
<p>Please tell us. Write to <a href="mailto:care@conkerandkite.example.test">care@conkerandkite.example.test</a> and Priya will ring you herself. Our safeguarding lead is Femi Adeyinka-Rowe, on 0117 496 0155 at any hour.</p>`

export const helpHtml = `<h2>Help and frequent questions</h2>
<p>Most answers are in the articles below. If yours is not, press Help at the edge of any page or ring 0117 496 0142: we would much rather help you than have you guess.</p>
<h3>In short</h3>
<ul>
<li><strong>Can we try a class?</strong> Yes. Classes with a “Trial” button can be tried once for each child and class type.</li>
<li><strong>Can I move a booking?</strong> Yes, online, until it starts: My Bookings, then Reschedule.</li>
<li><strong>The class is full.</strong> Join the waiting list. When a place comes free we hold it for you for twelve hours and send you a message.</li>
<li><strong>My payment did not go through.</strong> Your place is held for a while; open the order and press Proceed to try again.</li>
</ul>`

export const payLaterText = `Tax-Free Childcare: sign in to your childcare account, search for “Conker & Kite” or our postcode BS1 6QX, and send the amount.

Vouchers: choose Conker & Kite Ltd in your scheme. Our number with Sunbeam Vouchers is P40-0142.`

export const parentClassHtml = `<h2>Parental support</h2>
<p>Nobody hands you a manual at the hospital door. Our parents’ sessions are short, friendly and led by people who do this for a living: a children’s nurse, a health visitor and a sleep practitioner.</p>
<p>Bring the baby, or come alone and drink something hot. Partners, grandparents, foster carers and childminders are all welcome. You can book as a guest, without an account.</p>
<h3>Coming to your workplace or antenatal group?</h3>
<p>We run first-aid mornings for groups of six or more anywhere in the city. Write to <a href="mailto:hello@conkerandkite.example.test">hello@conkerandkite.example.test</a> for dates.</p>`

export const eventsHtml = `<h2>Events and camps</h2>
<p>When school stops, we start. Conker Camp runs through our holiday weeks, Monday to Friday; Stage in a Week puts on a whole musical in five days; Forest Days happen at weekends whatever the weather; and every other Saturday the Harbour Loft is full of families making things.</p>
<h3>What to bring to a camp</h3>
<ul><li>A nut-free packed lunch and a water bottle</li><li>Clothes that can meet paint and grass</li><li>A coat, always; sun cream, hopefully</li></ul>
<h3>Paying with childcare vouchers</h3>
<p>We are registered for Tax-Free Childcare and most voucher schemes. Choose “Childcare account” or “Childcare voucher” when you book: the places are yours at once, and the money may follow within three weeks.</p>`

export const termsHtml = `<p>These terms apply when you book a class, an event or a parents’ session, or buy a class pack or a product from Conker &amp; Kite Children’s Classes Ltd (“we”). We have tried to write them as we would say them.</p>
<h2>1. Your account</h2>
<p>You must be eighteen or over and have parental responsibility for the children you add, or the agreement of someone who has. Please keep your details, emergency contacts and medical notes up to date: we rely on them.</p>
<h2>2. Booking and paying</h2>
<p>A booking is made when you confirm the order. If there is something to pay, we hold the place while you pay by card on our payment provider’s page; an order that is not paid in time is cancelled and nothing is charged. Prices are in pounds sterling and include VAT where it is due.</p>
<h2>3. Class packs and credits</h2>
<p>Packs are for your own family and cannot be sold on. How credits are used and when they run out is set out in the package rules on your account page.</p>
<h2>4. Trials</h2>
<p>Each child may take one trial of each class type where a trial is offered. A trial counts as a place in the class. If you cancel an unpaid trial, you may book another.</p>
<h2>5. Changing your mind</h2>
<p>You can move a paid booking to another session of the same price until it starts. You can cancel an unpaid order at any time. For a paid class or event, tell us at least seven days ahead and we will refund you or return your credits; after that we can offer another date if there is a place. By law there is no fourteen-day right to cancel leisure services on a fixed date, but there is for packs you have not used and for products.</p>
<h2>6. If we have to cancel</h2>
<p>If a teacher is ill or a hall is closed we will tell you by message and email as soon as we can, and you may choose another date, your credits back or a full refund.</p>
<h2>7. In class</h2>
<p>Please arrive five minutes early and collect promptly. Children who are unwell stay at home: forty-eight hours after sickness, twenty-four hours after a fever. Grown-ups stay with children under five unless the class says otherwise. We may ask a family to leave if anybody’s safety is at risk.</p>
<h2>8. Medical needs and first aid</h2>
<p>Our teachers are trained in paediatric first aid and will call an ambulance if one is needed. Medicines are given only as you have written in your child’s details.</p>
<h2>9. Photographs</h2>
<p>We take pictures only of children whose photo permission is given, and use them outside the class only where marketing permission is given too. You can change both at any time on your child’s page.</p>
<h2>10. Products</h2>
<p>We post within two working days. Unused products may be returned within thirty days for a refund; faulty ones at any time, at our cost.</p>
<h2>11. Our responsibility</h2>
<p>We hold public liability insurance. Nothing in these terms limits our responsibility for death or injury caused by our negligence, or your rights as a consumer. Please label clothes and bottles: we cannot be responsible for lost things, though we do keep a very full box.</p>
<h2>12. Complaints and law</h2>
<p>Write to care@conkerandkite.example.test and we will answer within two working days. These terms are governed by the law of England and Wales.</p>`

export const privacyHtml = `<p>Conker &amp; Kite Children’s Classes Ltd is responsible for the personal information that you give us. We collect what we need to look after your child and to run a booking, and nothing to sell.</p>
<h2>What we keep, and why</h2>
<ul>
<li><strong>Your name, email address, mobile and address</strong>, to run your account and your bookings.</li>
<li><strong>Your child’s name, date of birth, school, emergency contacts and pick-up person</strong>, so that teachers know who is in the room and who may take whom home.</li>
<li><strong>Medical and allergy notes</strong>, with your explicit consent and to keep your child safe. They are encrypted in our database and shown only to the staff who need them on the day.</li>
<li><strong>Orders, payments and credits</strong>, because the law asks us to keep accounts for six years. We never see or store your card number: it is entered on our payment provider’s page.</li>
<li><strong>Messages and feedback</strong> that you send us.</li>
</ul>
<h2>What we do not do</h2>
<p>We do not sell or rent information, follow you around the web or show advertisements. The site keeps one entry in your browser, so that you stay logged in, one to remember that you closed our newsletter window, and a cookie by which it knows your own devices, so that we can tell you when somebody logs in on another.</p>
<h2>Who else sees it</h2>
<p>Our payment provider, our email provider and the company that hosts our servers in the United Kingdom, each under contract. In an emergency, the ambulance crew.</p>
<h2>How long</h2>
<p>While you have an account, and for two years after your last booking. Accident records about a child are kept until they are twenty-one, as our insurers require.</p>
<h2>Your rights</h2>
<p>You may see, correct, download or erase your information, take back a consent and object to how we use it. Write to <a href="mailto:privacy@conkerandkite.example.test">privacy@conkerandkite.example.test</a>; we answer within one month. If you are not content with us, you can complain to the Information Commissioner’s Office.</p>
<h2>News and offers</h2>
<p>We write to you about offers only if you have asked us to, and every email has a link to stop.</p>`

export const parentFacts = [
  'Enhanced DBS checks',
  'Paediatric first aid in every class',
  'Ofsted registered EY000142',
].join('\n')

export const parentQuotes = [
  'She sings on the bus, in the bath and in her sleep. Saturday cannot come soon enough – Hannah, mother of Orla (4)',
  'He hid behind me for three weeks, and nobody minded. In the fourth he ran in – Marek, father of Theo (3)',
].join('\n')
