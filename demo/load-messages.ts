import type { Tx } from '#server/database/connect.ts'
import type { DemoOffering } from './catalogue.ts'
import { startOf } from './demo-orders.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import type { LoadedCatalogue } from './load-catalogue.ts'
import { daysBefore } from './load-content.ts'
import type { LoadedPeople } from './load-people.ts'
import type { DemoFamily } from './people.ts'
import { rowsOf } from './table-rows.ts'

interface Given {
  accounts: { parent: DemoFamily; second: DemoFamily }
  people: LoadedPeople
  catalogue: LoadedCatalogue
  offerings: DemoOffering[]
  now: Date
  today: string
}

/**
 * The messages. Columns: recipient, how many days ago, whether the log-in page's parent has read it, title,
 * text.
 */
const messages = rowsOf(`
  parent | 240 | read | Welcome to Conker & Kite | <p>Hello Megan, and hello Isla and Arlo! Your account is ready. The yellow door is always open.</p>
  parent | 46 | read | 10 class credits added | <p>Thank you for buying the Rabbit pack. Ten credits are in your account: spend them wherever you like.</p>
  all | 30 | read | New this term: Kitchen Band on Saturdays | <p>By popular request, Tomos now brings the big drums to the Harbour Loft on Saturday mornings.</p>
  all | 3 | new | Camp places are open | <p>Conker Camp and Stage in a Week can be booked from today. Brothers and sisters may use class credits.</p>
  parent | 2.8 | new | Your booking is confirmed | <p>Arlo is booked into Toddle &amp; Tumble at Larkfield Hall three times. Bare feet or grippy socks, please!</p>
`).map(([to, daysAgo, state, title = '', bodyHtml = '']) => ({
  isForParent: to === 'parent',
  daysAgo: Number(daysAgo),
  isRead: state === 'read',
  title,
  bodyHtml,
}))

/** Inserts notifications, and the second family's entry on a waiting list. */
export async function loadMessages(tx: Tx, given: Given): Promise<void> {
  const { accounts, people, now } = given
  const parentId = people.accountIds.get(accounts.parent) as number
  const ids = await insertRowsForIds(
    tx,
    'messages',
    messages.map(({ isForParent, title, bodyHtml, daysAgo }) => ({
      account_id: isForParent ? parentId : null,
      title,
      body_html: bodyHtml,
      published_at: daysBefore(now, daysAgo),
      once_key: null,
    })),
  )
  await insertRows(
    tx,
    'message_reads',
    messages.flatMap(({ isRead, daysAgo }, index) =>
      isRead
        ? [
            {
              message_id: ids[index] as number,
              account_id: parentId,
              read_at: daysBefore(now, daysAgo - 0.5),
            },
          ]
        : [],
    ),
  )
  await joinWaitingList(tx, given)
}

async function joinWaitingList(
  tx: Tx,
  { accounts, people, catalogue, offerings, now, today }: Given,
): Promise<void> {
  const { second } = accounts
  const child = second.children[0]
  const full = offerings
    .filter(({ key }) => key === 'tinker-glasshouse-fives')
    .flatMap(offering => offering.sessions.map(session => ({ offering, session })))
    .filter(({ session }) => session.fill === 'full' && session.startDate > today)
    .toSorted((one, other) => (startOf(one.session) < startOf(other.session) ? -1 : 1))[0]
  if (!child || !full) throw new Error('There is no full session to wait for.')
  await insertRows(tx, 'waiting_entries', [
    {
      kind: full.offering.kind,
      offering_id: catalogue.offeringIds.get(full.offering) as number,
      session_id: catalogue.sessionIds.get(full.session) as number,
      account_id: people.accountIds.get(second) as number,
      child_id: people.childIds.get(child) as number,
      email: second.email,
      phone: second.mobile,
      status: 'waiting',
      offered_session_id: null,
      created_at: daysBefore(now, 2),
    },
  ])
}
