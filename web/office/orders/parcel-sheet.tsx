import './parcel-sheet.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Parcel } from '#contract/office/parcels.ts'
import { classToCollectAt } from '#domain/collect-at-class.ts'
import { counted } from '#domain/counted.ts'
import { labelLines, piecesOf } from '#domain/office/parcels.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { useBusiness } from '../business/business-queries.ts'

const sheets = { packingList: PackingList, labels: Labels }

/** Prints a sheet of parcels instead of the page around it, and calls `onPrinted` afterwards. */
export function ParcelSheet({
  of,
  parcels,
  onPrinted,
}: {
  of: keyof typeof sheets
  parcels: Parcel[]
  onPrinted: () => void
}) {
  const printed = useRef(onPrinted)
  useEffect(() => {
    const end = () => printed.current()
    window.addEventListener('afterprint', end, { once: true })
    print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  const Sheet = sheets[of]
  return createPortal(
    <div className="parcel-sheet">
      <Sheet parcels={parcels} />
    </div>,
    document.body,
  )
}

const boxed = (words: ReactNode) => (
  <>
    <span className="parcel-box" aria-hidden="true" />
    {words}
  </>
)

/** Lists all pieces to take from the shelf, then the contents of each parcel. */
function PackingList({ parcels }: { parcels: Parcel[] }) {
  const today = useToday()
  const name = useBusiness().data?.name
  const count = parcels.length
  return (
    <article className="packing-list">
      <h1>Packing list</h1>
      <p>{[spokenDate(today, today), counted(count, 'parcel'), name].filter(Boolean).join(' · ')}</p>
      <h2>From the shelf</h2>
      <ul className="packing-shelf">
        {piecesOf(parcels).map(({ productId, name, quantity }) => (
          <li key={productId}>{boxed(`${quantity} × ${name}`)}</li>
        ))}
      </ul>
      <h2>Parcels</h2>
      <ol>
        {parcels.map(parcel => (
          <li key={parcel.number} className="packing-parcel">
            <div>
              <p className="strong figures">{boxed(`Order ${parcel.number}`)}</p>
              <ul>
                {parcel.items.map(({ productId, name, quantity }) => (
                  <li key={productId}>{boxed(`${quantity} × ${name}`)}</li>
                ))}
              </ul>
            </div>
            <Lines of={parcel}>
              {parcel.isCollected &&
                `Hand over: ${parcel.collectAt ? classToCollectAt(parcel.collectAt) : 'no class booked'}, `}
              {parcel.phone}
            </Lines>
          </li>
        ))}
      </ol>
    </article>
  )
}

const wideLine = 42

/** Sheets of 14 labels, two beside each other, each 99.1 by 38.1 mm. */
function Labels({ parcels }: { parcels: Parcel[] }) {
  return (
    <ol className="parcel-labels">
      {parcels.map(parcel => (
        <li
          key={parcel.number}
          data-long={labelLines(parcel).some(line => line.length > wideLine) || undefined}
        >
          <Lines of={parcel} />
        </li>
      ))}
    </ol>
  )
}

const Lines = ({ of, children }: { of: Parcel; children?: ReactNode }) => (
  <p className="parcel-lines">
    {labelLines(of).map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal.
      <span key={at}>{line}</span>
    ))}
    {children && <span>{children}</span>}
  </p>
)
