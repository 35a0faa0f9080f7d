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
    <div className="card overflow-hidden">
      <table className="w-full text-left">
        <thead className="bg-cream text-sm">
          <tr>
            <th scope="col" className="px-4 py-3">
              Date
            </th>
            <th scope="col" className="px-4 py-3 text-right">
              {unit}
            </th>
            <th scope="col" className="w-1/2 px-4 py-3">
              What for
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, placedAt, amount, memo }) => (
            <tr key={id} className="border-line border-t">
              <td className="px-4 py-3 tabular-nums">{slashedMoment(placedAt)}</td>
              <td className="px-4 py-3 text-right font-bold tabular-nums">{signed(amount)}</td>
              <td className="wrap-anywhere px-4 py-3">{memo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
