import './ledger.css'
import { slashedMoment } from '#web/ui/british-dates.ts'

interface LedgerProps {
  /** What came and went: 'Credits'. */
  unit: string
  entries: { id: number; placedAt: string; amount: number; memo: string }[]
}

const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`)

/** What came and went, newest first: when, how much and why. */
export function Ledger({ unit, entries }: LedgerProps) {
  return (
    <div className="card ledger">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">{unit}</th>
            <th scope="col">What for</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, placedAt, amount, memo }) => (
            <tr key={id}>
              <td>{slashedMoment(placedAt)}</td>
              <td>{signed(amount)}</td>
              <td>{memo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
