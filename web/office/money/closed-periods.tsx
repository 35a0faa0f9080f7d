import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { daysOfPeriod } from '#domain/office/report-periods.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Money } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { fullDays, spokenInstant } from '../ui/moments.ts'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { type Period, useCloseVat, vatPeriodsQuery } from './money-queries.ts'

const ofDays = ({ from, to }: Period) => `${addresses.vat()}?period=days&from=${from}&to=${to}`

/** Lists the closed periods, and closes the one whose figures stand above. */
export function ClosedPeriods({
  period,
  grossPence,
  vatPence,
}: {
  period: Period
  grossPence: number
  vatPence: number
}) {
  const today = useToday()
  const found = useQuery(vatPeriodsQuery(useOfficeApi()))
  const close = useCloseVat()
  const [ask, question] = useQuestion()
  const { periods = [], closedUntil = null, lastDay = '' } = found.data ?? {}
  const follows = closedUntil === null || period.from === addDays(closedUntil, 1)
  const days = fullDays(period)
  const press = async () => {
    const answer = await ask({
      title: `Close ${days}?`,
      facts: [
        ['Takings', <Money key="takings" pence={grossPence} />],
        ['VAT', <Money key="vat" pence={vatPence} />],
      ],
      children: (
        <p>
          Download its file first. A closed period never changes and cannot be opened again: later refunds and
          corrections fall into the next one.
        </p>
      ),
      verb: 'Close the period',
    })
    if (!answer) return
    await close.mutateAsync({ ...period, grossPence, vatPence })
    showSuccess(`${days} is closed`)
  }
  if (!found.data) return null
  return (
    <Section title="Closed periods">
      {follows && period.to <= lastDay ? (
        <p>
          <Button look="secondary" isBusy={close.isPending} onClick={() => void press().catch(() => {})}>
            Close {days}
          </Button>
        </p>
      ) : (
        <NotYet closedUntil={closedUntil} lastDay={lastDay} />
      )}
      {periods.length > 0 && (
        <DataTable
          label="Closed periods"
          list={wholeList(periods, found)}
          keyOf={({ id }) => id}
          toOf={ofDays}
          columns={[
            { heading: 'Period', cell: fullDays, isMoment: true },
            { heading: 'Takings', cell: row => <Money pence={row.grossPence} />, isNumber: true },
            { heading: 'VAT', cell: row => <Money pence={row.vatPence} />, isNumber: true },
            { heading: 'Lines', cell: row => row.lines.toLocaleString('en-GB'), isNumber: true },
            { heading: 'Closed', cell: row => `${spokenInstant(row.closedAt, today)} by ${row.by}` },
          ]}
          empty={{ sentence: 'No period is closed' }}
        />
      )}
      {question}
    </Section>
  )
}

/** Says which period can be closed, and links to it once it is over. */
function NotYet({ closedUntil, lastDay }: { closedUntil: string | null; lastDay: string }) {
  if (closedUntil === null) return <p className="quiet">Choose a period that is over to close it.</p>
  const from = addDays(closedUntil, 1)
  const { to } = daysOfPeriod('quarter', from)
  const next = fullDays({ from, to })
  return to <= lastDay ? (
    <p>
      The next one to close is <PageLink to={ofDays({ from, to })}>{next}</PageLink>.
    </p>
  ) : (
    <p className="quiet">The next one to close is {next}, once it is over.</p>
  )
}
