import { telOf } from '#domain/email-address.ts'
import '../ui/thing.css'
import '../orders/order.css'
import './family.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { FamilyHead, FamilyPlace } from '#contract/office/families.ts'
import { wordsOfAction } from '#domain/office/action-words.ts'
import { yearsInWords } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { showNote, showSuccess } from '#web/ui/messages.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useLasts } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { ChangeEmail } from './change-email.tsx'
import {
  familyChildrenQuery,
  familyOrdersQuery,
  familyPlacesQuery,
  familyQuery,
  historyQuery,
  ledgerQuery,
  useInvite,
} from './family-queries.ts'
import { People } from './people.tsx'
import { ReadNotes } from './read-notes.tsx'
import { RemoveChild } from './remove-child.tsx'

const tabs = {
  overview: { label: 'Overview', show: Overview },
  children: { label: 'Children', show: Children },
  bookings: { label: 'Bookings', show: Bookings },
  orders: { label: 'Orders', show: Orders },
  credits: { label: 'Credits and points', show: Ledger },
  history: { label: 'History', show: History },
} satisfies Record<string, { label: string; show: (given: { family: FamilyHead }) => ReactNode }>

/** The telephone rings: who, which children, what comes next, what is owed. */
export function FamilyPage() {
  const { id, tab = 'overview' } = useAddressOf(addresses.familyTab)
  const family = useQuery(familyQuery(useOfficeApi(), Number(id)))
  const isSlow = useLasts(family.isPending)
  const navigate = useNavigate()
  const shownTabs = Object.entries(tabs).map(([name, { label }]) => ({
    label,
    to: name === 'overview' ? addresses.family({ id }) : addresses.familyTab({ id, tab: name }),
  }))
  useOffersActions(shownTabs.map(({ label, to }) => ({ label, run: () => navigate(to) })))
  if (!family.data) {
    if (family.isError) return <NotLoaded error={family.error} onRetry={family.refetch} level={1} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  const Shown = (tabs[tab as keyof typeof tabs] ?? tabs.overview).show
  return (
    <>
      <PageHead title={nameOf(family.data)} action={<Actions family={family.data} />} tabs={shownTabs}>
        <HeadLine family={family.data} />
      </PageHead>
      <Shown family={family.data} />
    </>
  )
}

const nameOf = ({ firstName, lastName, email, isClosed }: FamilyHead) =>
  isClosed ? 'Closed account' : `${firstName} ${lastName}`.trim() || email

function Actions({ family }: { family: FamilyHead }) {
  if (family.isClosed) return null
  return (
    <div className="row gap-s">
      <ChangeEmail family={family} />
      <Invite family={family} />
    </div>
  )
}

function HeadLine({ family: { email, mobile, isClosed } }: { family: FamilyHead }) {
  if (isClosed) return <p>This account was closed. What money hangs on stands here without a name.</p>
  return (
    <p className="row gap-m">
      {mobile && <a href={`tel:${telOf(mobile)}`}>{mobile}</a>}
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
    </p>
  )
}

/** Who came by an import has no password yet. */
function Invite({ family: { id, hasPassword, email } }: { family: FamilyHead }) {
  const mayInvite = useMay('import.run')
  const invite = useInvite()
  const [ask, question] = useQuestion()
  if (hasPassword || !mayInvite) return null
  const press = async () => {
    if (!(await ask({ title: `Invite ${email}?`, facts: [['Mails', 1]], verb: 'Send the invitation' })))
      return
    const { invited } = await invite.mutateAsync({ accountIds: [id] })
    if (invited > 0) showSuccess('The invitation is on its way')
    else showNote('No invitation was sent: this family needs none by now')
  }
  return (
    <>
      <Button isBusy={invite.isPending} onClick={() => void press().catch(() => {})}>
        Invite to set a password
      </Button>
      {question}
    </>
  )
}

function Overview({ family }: { family: FamilyHead }) {
  const today = useToday()
  return (
    <div className="thing">
      <div className="stack">
        {family.unpaid.length > 0 && (
          <Section title="Not paid yet">
            <ul className="plain-lines">
              {family.unpaid.map(({ number, what, totalPence, holdExpiresAt }) => (
                <li key={number} className="order-line">
                  <span>
                    <PageLink to={addresses.order({ number })}>{what}</PageLink>{' '}
                    {holdExpiresAt && (
                      <StateWord is="open">until {spokenInstant(holdExpiresAt, today)}</StateWord>
                    )}
                  </span>
                  <Money pence={totalPence} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="Children">
          {family.children.length === 0 ? (
            <p className="quiet">No children yet</p>
          ) : (
            <ul className="plain-lines">
              {family.children.map(({ id, name, age, birthday, hasAllergy, hasMedical }) => (
                <li key={id}>
                  <strong>{name}</strong>{' '}
                  <span className="quiet">
                    {yearsInWords(age)}, born {spokenDate(birthday, today)}
                  </span>{' '}
                  {hasAllergy && <strong className="health-sign">Allergy</strong>}{' '}
                  {hasMedical && <strong className="health-sign">Medical</strong>}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="Next">
          {family.next.length === 0 ? (
            <p className="quiet">Nothing booked</p>
          ) : (
            <ul className="plain-lines">
              {family.next.map(place => (
                <li key={place.bookingId}>
                  <PageLink to={addresses.session({ id: place.sessionId })}>
                    {spokenDate(place.date, today)}, {place.startTime}
                  </PageLink>{' '}
                  {place.title}, {place.venue} <span className="quiet">for {place.who}</span>{' '}
                  {place.state === 'held' && <StateWord is="open">Not paid yet</StateWord>}
                </li>
              ))}
            </ul>
          )}
        </Section>
        {family.waiting.length > 0 && (
          <Section title="Waiting">
            <ul className="plain-lines">
              {family.waiting.map(({ title, who, since, offerUntil }) => (
                <li key={`${title} ${who} ${since}`}>
                  {title} <span className="quiet">for {who}</span>{' '}
                  {offerUntil ? (
                    <StateWord is="look">Kept until {spokenInstant(offerUntil, today)}</StateWord>
                  ) : (
                    <span className="quiet">since {spokenInstant(since, today)}</span>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      <dl className="thing-facts">
        <Fact name="Class credits">{String(family.credits)}</Fact>
        <Fact name="Reward points">{String(family.points)}</Fact>
        <Fact name="Address">{family.address}</Fact>
        <Fact name="With us since">{spokenInstant(family.since, today)}</Fact>
        <Fact name="News and offers">{offersWords(family.wantsOffers)}</Fact>
        {family.consent?.wording && (
          <Fact name={family.consent.isGiven ? 'Agreed in these words' : 'Declined in these words'}>
            {`“${family.consent.wording}”, ${spokenDate(family.consent.on, today)}`}
          </Fact>
        )}
        <Fact name="Password">{family.hasPassword ? 'Chosen' : 'None yet'}</Fact>
        {family.note && <Fact name="Note">{family.note}</Fact>}
      </dl>
    </div>
  )
}

const offersWords = (wants: boolean | null) => (wants === null ? 'Not asked' : wants ? 'Agreed' : 'Declined')

function Children({ family: { id } }: { family: FamilyHead }) {
  const today = useToday()
  const children = useQuery(familyChildrenQuery(useOfficeApi(), id))
  const mayRead = useMay('notes.read')
  const mayErase = useMay('family.erase')
  const isSlow = useLasts(children.isPending)
  if (!children.data) {
    if (children.isError) return <NotLoaded error={children.error} onRetry={children.refetch} />
    return isSlow ? <ListSkeleton count={3} shape="card" /> : null
  }
  if (children.data.length === 0) return <EmptyState title="This family has no children yet" />
  return (
    <div className="stack">
      {children.data.map(child => (
        <section key={child.id} className="family-child">
          <div className="stack gap-s">
            <h2 className="row gap-s">
              {child.picture && <Avatar name={child.firstName} picture={child.picture} />}
              {child.firstName} {child.lastName}
            </h2>
            <p className="quiet">
              {yearsInWords(child.age)}, born {spokenDate(child.birthday, today)}
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
            {mayRead && (
              <div>
                <ReadNotes of={[{ id: child.id, name: `${child.firstName} ${child.lastName}` }]} />
              </div>
            )}
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
      ]}
      empty={{ sentence: 'This family has booked nothing yet' }}
    />
  )
}

function Orders({ family: { id } }: { family: FamilyHead }) {
  const list = useInfiniteQuery(familyOrdersQuery(useOfficeApi(), id))
  return <OrderTable label="Orders" list={list} empty="This family has ordered nothing yet" />
}

function Ledger({ family: { id } }: { family: FamilyHead }) {
  const today = useToday()
  const list = useInfiniteQuery(ledgerQuery(useOfficeApi(), id))
  return (
    <DataTable
      label="Credits and points"
      list={list}
      keyOf={entry => `${entry.of} ${entry.id}`}
      columns={[
        { heading: 'When', cell: entry => spokenInstant(entry.at, today), isMoment: true },
        { heading: 'What', cell: entry => [entry.memo, entry.by].filter(Boolean).join(', by ') },
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
      empty={{ sentence: 'No credits and no points have come or gone' }}
    />
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
      empty={{ sentence: 'Nobody of the office has done anything here yet' }}
    />
  )
}
