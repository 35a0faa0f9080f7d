import { useState } from 'react'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { EditForm } from '#web/office/ui/edit-form.tsx'
import { WithAnswer } from '#web/office/ui/not-loaded.tsx'
import { ShowMore } from '#web/office/ui/show-more.tsx'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { useToday } from '#web/today.tsx'
import { spokenMoment } from '#web/ui/british-dates.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { type StockChange, type Thing, useChangeStock, useStockEntries } from './catalogue-queries.ts'

const changes: { value: StockChange; label: string; hint: string; save: string }[] = [
  { value: 'receive', label: 'Received', hint: 'Pieces that came', save: 'Receive' },
  {
    value: 'count',
    label: 'Counted',
    hint: 'Pieces on the shelf, without those that are paid and wait to be sent',
    save: 'Count',
  },
  { value: 'writeOff', label: 'Written off', hint: 'Pieces that are gone; say why below', save: 'Write off' },
]
const reasons = { delivery: 'Received', count: 'Counted', writtenOff: 'Written off', returned: 'Returned' }

/** Receives stock, counts it and writes it off; entries are never changed. */
export function StockPanel({ product, onClose }: { product: Thing; onClose: () => void }) {
  const [change, setChange] = useState<StockChange>('receive')
  const [stocked, setStocked] = useState({
    stock: Number(product.stock),
    held: Number(product.held),
    sold: Number(product.sold),
  })
  // Starts an empty form for the next change.
  const [saves, setSaves] = useState(0)
  const save = useChangeStock(change)
  const list = useStockEntries(product.id)
  const entries = list.data?.pages.flatMap(page => page.items) ?? []
  const today = useToday()
  const how = changes.find(({ value }) => value === change) ?? changes[0]
  return (
    <SidePanel title={`Stock: ${String(product.name)}`} onClose={onClose}>
      <p className="figures stock-now" role="status">
        <strong>{stocked.stock}</strong> in stock, <strong>{stocked.held}</strong> in orders not paid yet
      </p>
      <WithAnswer query={list}>
        {() => (
          <>
            <EditForm
              key={saves}
              values={{ change }}
              save={how?.save ?? 'Save'}
              checks={text => [
                {
                  field: 'pieces',
                  holds: /^\d{1,6}$/.test(text('pieces').trim()),
                  sentence: 'Write a whole number',
                },
              ]}
              onSave={async (text, { requestId }) => {
                const given = {
                  productId: product.id,
                  pieces: Number(text('pieces')),
                  note: text('note').trim(),
                }
                const asked = { ...given, lastEntry: entries[0]?.id ?? null, sold: stocked.sold, requestId }
                const saved = await save.mutateAsync(asked).catch(error => {
                  const facts = error instanceof OfficeRefusal ? error.facts : null
                  if (facts && 'current' in facts) setStocked(facts.current as typeof stocked)
                  throw error
                })
                // Keeps the figures of the opened panel: what was sold since may still have been on
                // the shelf at the count.
                setStocked({ ...stocked, ...saved })
                return {}
              }}
              onSaved={() => setSaves(saves + 1)}
            >
              <Select
                label="What happened"
                name="change"
                options={changes}
                onChange={event => setChange(event.currentTarget.value as StockChange)}
              />
              <Field
                label="Pieces"
                name="pieces"
                inputMode="numeric"
                autoComplete="off"
                hint={how?.hint}
                className="money-field"
                autoFocus={saves > 0}
                isStarred
              />
              <Field label="Note" name="note" autoComplete="off" />
            </EditForm>
            <h3 className="above-m">What came and went</h3>
            {entries.length === 0 && <p className="quiet">Nothing but orders yet.</p>}
            <ul className="stack gap-s">
              {entries.map(({ id, pieces, reason, note, by, at }) => (
                <li key={id}>
                  <strong className="figures">{pieces > 0 ? `+${pieces}` : `−${-pieces}`}</strong>{' '}
                  {reasons[reason]}
                  {note && `: ${note}`}
                  <span className="quiet">
                    {' '}
                    · {by}, {spokenMoment(momentInLondon(new Date(at)), today)}
                  </span>
                </li>
              ))}
            </ul>
            <ShowMore list={list} />
          </>
        )}
      </WithAnswer>
    </SidePanel>
  )
}
