import '../ui/thing.css'
import '../orders/order.css'
import './family.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { FamilyHead, FamilyPlace } from '#contract/office/families.ts'
import { wordsOfAction } from '#domain/office/action-words.ts'
import { markWords } from '#domain/office/marks.ts'
import { ageInWords } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { fullDate, spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Money } from '#web/ui/money.tsx'
import { MessageLink } from '../messages/message-link.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { CancelPlace } from '../orders/cancel-places.tsx'
import { MovePlace } from '../orders/move-button.tsx'
import { OrderTable } from '../orders/order-table.tsx'
import { Remind } from '../orders/remind.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { WaysToReach } from '../ui/ways-to-reach.tsx'
import { BookForFamily } from './book-for-family.tsx'
import { ChangeEmail } from './change-email.tsx'
import { AddChild, EditChild } from './edit-child.tsx'
import { EditFamily } from './edit-family.tsx'
import { FamilyNotes, LatestNotes } from './family-notes.tsx'
import {
  familyChildrenQuery,
  familyOrdersQuery,
  familyPlacesQuery,
  familyQuery,
  historyQuery,
  ledgerQuery,
  useMailPassword,
} from './family-queries.ts'
import { FreezeFamily, FrozenLine } from './freeze-family.tsx'
import { GrantCredits } from './grant-credits.tsx'
import { People } from './people.tsx'
import { PutOnList } from './put-on-list.tsx'
import { ReadNotes } from './read-notes.tsx'
import { RemoveChild } from './remove-child.tsx'
import { SellToFamily } from './sell-to-family.tsx'

const tabs = {
  overview: { label: 'Overview', show: Overview },
  children: { label: 'Children', show: Children },
  bookings: { label: 'Bookings', show: Bookings },
  orders: { label: 'Orders', show: Orders },
  credits: { label: 'Credits and points', show: Ledger },
  notes: { label: 'Notes', show: FamilyNotes },
  history: { label: 'History', show: History },
} satisfies Record<string, { label: string; show: (given: { family: FamilyHead }) => ReactNode }>

/** Shows a family for a phone call: who, which children, what comes next, and what is unpaid. */
export function FamilyPage() {
  const { id, tab = 'overview' } = useAddressOf(addresses.familyTab)
  const family = useQuery(familyQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(family.isPending)
  const navigate = useNavigate()
  const shownTabs = Object.entries(tabs).map(([name, { label }]) => ({
    label,
    to: name === 'overview' ? addresses.family({ id }) : addresses.familyTab({ id, tab: name }),
  }))
  useOffersActions(shownTabs.map(({ label, to }) => ({ label, run: () => navigate(to) })))
  if (!family.data) {
    if (family.isError)
      return <NotLoaded error={family.error} onRetry={family.refetch} level={1} back={allFamilies} />
    return isSlow ? <ListLoading count={8} shape="row" /> : null
  }
  const TabContent = (tabs[tab as keyof typeof tabs] ?? tabs.overview).show
  return (
    <>
      <PageHead title={nameOf(family.data)} action={<Actions family={family.data} />} tabs={shownTabs}>
        <HeadLine family={family.data} />
      </PageHead>
      <TabContent family={family.data} />
    </>
  )
}

const allFamilies = { to: addresses.families(), label: 'All families' }

const nameOf = ({ firstName, lastName, email, isClosed }: FamilyHead) =>
  isClosed ? 'Closed account' : `${firstName} ${lastName}`.trim() || email

function Actions({ family }: { family: FamilyHead }) {
  if (family.isClosed) return null
  return (
    <div className="row gap-s">
      <BookForFamily family={family} />
      <SellToFamily family={family} />
      <MessageLink to={{ to: 'family', family: String(family.id) }} />
      <EditFamily id={family.id} />
      <PutOnList family={family} />
      <ChangeEmail family={family} />
      <MailPassword family={family} />
      <FreezeFamily family={family} />
    </div>
  )
}

function HeadLine({ family: { email, mobile, isClosed, frozen } }: { family: FamilyHead }) {
  if (isClosed) return <p>This account was closed. Its orders and payments are kept without a name.</p>
  return (
    <>
      <WaysToReach phone={mobile} email={email} />
      <FrozenLine frozen={frozen} />
    </>
  )
}

/** Mails the link to choose a first password to a family that staff or an import added. */
function MailPassword({ family: { id, hasPassword, email, frozen } }: { family: FamilyHead }) {
  const mayEdit = useMay('family.edit')
  const mail = useMailPassword()
  const [ask, question] = useQuestion()
  if (hasPassword || frozen || !mayEdit) return null
  const press = async () => {
    if (!(await ask({ title: `Mail ${email} a link?`, facts: [['Emails', 1]], verb: 'Send the email' })))
      return
    await mail.mutateAsync({ id })
    showSuccess('The email is on its way')
  }
  return (
    <>
      <Button look="secondary" isBusy={mail.isPending} onClick={() => void press().catch(() => {})}>
        Send the set-password email
      </Button>
      {question}
    </>
  )
}

function Overview({ family }: { family: FamilyHead }) {
  return (
    <div className="thing">
      <div className="thing-across stack">
        <Unpaid family={family} />
        <ChildrenInShort family={family} />
      </div>
      <div className="stack">
        <NextPlaces family={family} />
        <WaitingPlaces family={family} />
      </div>
      <div className="thing-side stack">
        <LatestNotes family={family} />
        <Section title="Credits and points">
          <dl className="thing-sums">
            <Fact name="Class credits">{String(family.credits)}</Fact>
            <Fact name="Reward points">{String(family.points)}</Fact>
          </dl>
        </Section>
        <AboutFamily family={family} />
      </div>
    </div>
  )
}

function Unpaid({ family }: { family: FamilyHead }) {
  const today = useToday()
  const mayRemind = useMay('order.remind')
  if (family.unpaid.length === 0) return null
  return (
    <Section title="Not paid yet">
      <ul className="plain-lines">
        {family.unpaid.map(({ number, what, totalPence, holdExpiresAt, whyNoReminder }) => (
          <li key={number} className="order-line">
            <span>
              <PageLink to={addresses.order({ number })}>{what}</PageLink>{' '}
              {holdExpiresAt && <StateWord is="open">until {spokenInstant(holdExpiresAt, today)}</StateWord>}
              {mayRemind && (
                <span className="row gap-s">
                  <Remind number={number} whyNot={whyNoReminder} size="small" />
                  {whyNoReminder && <span className="quiet">{whyNoReminder}</span>}
                </span>
              )}
            </span>
            <Money pence={totalPence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ChildrenInShort({ family: { children } }: { family: FamilyHead }) {
  const today = useToday()
  return (
    <Section title="Children">
      {children.length === 0 ? (
        <p className="quiet">No children yet</p>
      ) : (
        <ul className="family-children">
          {children.map(({ id, name, birthday, hasAllergy, hasMedical }) => (
            <li key={id}>
              <Avatar name={name} size="small" />
              <span>
                <strong>{name}</strong> {hasAllergy && <strong className="health-sign">Allergy</strong>}{' '}
                {hasMedical && <strong className="health-sign">Medical</strong>}
                <span className="order-back quiet">
                  {ageInWords(birthday, today)}, born {fullDate(birthday)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function NextPlaces({ family: { next } }: { family: FamilyHead }) {
  const today = useToday()
  return (
    <Section title="Next">
      {next.length === 0 ? (
        <p className="quiet">Nothing booked</p>
      ) : (
        <ul className="plain-lines">
          {next.map(place => (
            <li key={place.bookingId} className="order-line">
              <span>
                <PageLink to={addresses.session({ id: place.sessionId })}>
                  {spokenDate(place.date, today)}, {place.startTime}
                </PageLink>{' '}
                {place.state === 'held' && <StateWord is="open">Not paid yet</StateWord>}{' '}
                <span className="order-back">
                  {place.title}, {place.venue} <span className="quiet">for {place.who}</span>
                </span>
              </span>
              <span className="row gap-s">
                <MovePlace place={place} />
                <CancelPlace place={place} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function WaitingPlaces({ family: { waiting } }: { family: FamilyHead }) {
  const today = useToday()
  if (waiting.length === 0) return null
  return (
    <Section title="Waiting">
      <ul className="plain-lines">
        {waiting.map(({ title, who, since, offerUntil }) => (
          <li key={`${title} ${who} ${since}`}>
            {title} <span className="quiet">for {who}</span>{' '}
            {offerUntil ? (
              <StateWord is="open">Kept until {spokenInstant(offerUntil, today)}</StateWord>
            ) : (
              <span className="quiet">since {spokenInstant(since, today)}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AboutFamily({ family }: { family: FamilyHead }) {
  const today = useToday()
  const { address, since, wantsOffers, consent, hasPassword, note } = family
  return (
    <Section title="About the family">
      <dl className="stack gap-s">
        {note && <Fact name="Note">{note}</Fact>}
        <Fact name="Address">{address}</Fact>
        <Fact name="With us since">{spokenInstant(since, today)}</Fact>
        <Fact name="News and offers">{offersWords(wantsOffers)}</Fact>
        {consent?.wording && (
          <Fact name={consent.isGiven ? 'Agreed in these words' : 'Declined in these words'}>
            {`“${consent.wording}”, ${spokenDate(consent.on, today)}`}
          </Fact>
        )}
        <Fact name="Password">{hasPassword ? 'Chosen' : 'None yet'}</Fact>
      </dl>
    </Section>
  )
}

const offersWords = (wants: boolean | null) => (wants === null ? 'Not asked' : wants ? 'Agreed' : 'Declined')

function Children({ family: { id, lastName, isClosed } }: { family: FamilyHead }) {
  const today = useToday()
  const children = useQuery(familyChildrenQuery(useOfficeApi(), id))
  const mayRead = useMay('notes.read')
  const mayErase = useMay('family.erase')
  const mayEdit = useMay('family.edit') && !isClosed
  const isSlow = useDelayed(children.isPending)
  if (!children.data) {
    if (children.isError) return <NotLoaded error={children.error} onRetry={children.refetch} />
    return isSlow ? <ListLoading count={3} shape="card" /> : null
  }
  const add = mayEdit && <AddChild accountId={id} lastName={lastName} />
  if (children.data.length === 0) return <EmptyState title="This family has no children yet" action={add} />
  return (
    <div className="stack">
      {add}
      {children.data.map(child => (
        <section key={child.id} className="family-child">
          <div className="stack gap-s">
            <h2 className="row gap-s">
              {child.picture && <Avatar name={child.firstName} picture={child.picture} />}
              {child.firstName} {child.lastName}
            </h2>
            <p className="quiet">
              {ageInWords(child.birthday, today)}, born {fullDate(child.birthday)}
            </p>
            <dl className="thing-facts">
              <Fact name="Gender">{genderWords[child.gender]}</Fact>
              <Fact name="School">{child.school}</Fact>
              <Fact name="Address">{child.address || 'As the parents'}</Fact>
              <Fact name="Photos">
                {child.photoPermission
                  ? child.photoMarketingPermission
                    ? 'Yes'
                    : 'Yes, not for advertising'
                  : 'No'}
              </Fact>
              <Fact name="The parents say">{child.note}</Fact>
            </dl>
            <div className="row gap-s">
              {mayEdit && <EditChild accountId={id} child={child} />}
              {mayRead && <ReadNotes of={[{ id: child.id, name: `${child.firstName} ${child.lastName}` }]} />}
            </div>
          </div>
          <People people={child.contacts} pickUp={child.pickUp} />
          {mayErase && <RemoveChild accountId={id} child={child} />}
        </section>
      ))}
    </div>
  )
}

const genderWords = { male: 'Male', female: 'Female', preferNotToSay: 'Prefer not to say' }

const placeStates = {
  held: ['open', 'Not paid yet'],
  confirmed: ['good', 'Booked'],
  cancelled: ['off', 'Cancelled'],
} as const

/** Returns “Here”, “Not here”; of a camp “2 of 3 marked days”. */
function cameInWords(marks: FamilyPlace['marks']): string {
  const [only, ...others] = marks
  if (!only) return '–'
  if (others.length > 0)
    return `${marks.filter(({ state }) => state !== 'absent').length} of ${marks.length} marked days`
  return only.state === 'left' ? markWords.here : markWords[only.state]
}

function Bookings({ family: { id } }: { family: FamilyHead }) {
  const today = useToday()
  const list = useInfiniteQuery(familyPlacesQuery(useOfficeApi(), id))
  return (
    <DataTable
      label="Bookings"
      list={list}
      keyOf={({ bookingId }) => bookingId}
      toOf={({ orderNumber }) => addresses.order({ number: orderNumber })}
      columns={[
        {
          heading: 'When',
          cell: (place: FamilyPlace) => `${spokenDate(place.date, today)}, ${place.startTime}`,
          isMoment: true,
        },
        { heading: 'Class', cell: place => `${place.title}, ${place.venue}` },
        { heading: 'Who', cell: place => `${place.who}${place.isTrial ? ' (trial)' : ''}` },
        {
          heading: 'State',
          cell: ({ state }) => <StateWord is={placeStates[state][0]}>{placeStates[state][1]}</StateWord>,
        },
        { heading: 'Came', cell: ({ marks }) => cameInWords(marks) },
      ]}
      empty={{ sentence: 'This family has booked nothing yet' }}
    />
  )
}

function Orders({ family: { id } }: { family: FamilyHead }) {
  const list = useInfiniteQuery(familyOrdersQuery(useOfficeApi(), id))
  return <OrderTable label="Orders" list={list} empty="This family has ordered nothing yet" />
}

function Ledger({ family }: { family: FamilyHead }) {
  const today = useToday()
  const list = useInfiniteQuery(ledgerQuery(useOfficeApi(), family.id))
  return (
    <>
      <GrantCredits family={family} />
      <DataTable
        label="Credits and points"
        list={list}
        keyOf={entry => `${entry.of} ${entry.id}`}
        columns={[
          { heading: 'When', cell: entry => spokenInstant(entry.at, today), isMoment: true },
          {
            heading: 'What',
            cell: ({ memo, by, reason }) => (
              <>
                {[memo, by].filter(Boolean).join(', by ')} {reason && <span className="quiet">{reason}</span>}
              </>
            ),
          },
          {
            heading: 'Order',
            cell: entry =>
              entry.orderNumber && (
                <PageLink to={addresses.order({ number: entry.orderNumber })}>{entry.orderNumber}</PageLink>
              ),
          },
          { heading: 'Of', cell: entry => (entry.of === 'credits' ? 'Credits' : 'Points') },
          {
            heading: 'Change',
            isNumber: true,
            cell: entry => (entry.delta > 0 ? `+${entry.delta}` : `−${-entry.delta}`),
          },
          { heading: 'Balance', isNumber: true, cell: entry => entry.balance },
        ]}
        empty={{ sentence: 'No credits and no points yet' }}
      />
    </>
  )
}

function History({ family: { id } }: { family: FamilyHead }) {
  const today = useToday()
  const list = useInfiniteQuery(historyQuery(useOfficeApi(), id))
  return (
    <DataTable
      label="What staff did"
      list={list}
      keyOf={entry => entry.id}
      columns={[
        { heading: 'When', cell: entry => spokenInstant(entry.at, today), isMoment: true },
        { heading: 'Who', cell: entry => entry.by || '–' },
        { heading: 'What', cell: entry => wordsOfAction(entry.action) },
        { heading: 'Why', cell: entry => entry.reason || '–' },
      ]}
      empty={{ sentence: 'Staff have done nothing here yet' }}
    />
  )
}
