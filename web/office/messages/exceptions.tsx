import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Audience, messages } from '#contract/office/messages.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { MessageKind } from '#domain/office/messages.ts'
import { Checkbox, Field } from '#web/ui/forms/field.tsx'
import { useSettled } from '#web/ui/settled.ts'
import { useOfficeApi } from '../office-api.ts'
import { peopleQuery } from './message-queries.ts'

const pauseMilliseconds = 400

type Out = Required<Pick<Audience, 'exceptAccountIds' | 'exceptOrderIds' | 'exceptSubscriptionIds'>>
const maxOut = 200

/** Lists the families, guests and addresses whom a message reaches; one without its tick is taken out. */
export function Exceptions({
  audience,
  kind,
  out,
  onChange,
}: {
  audience: Audience
  kind: MessageKind
  out: Out
  onChange: (out: Partial<Out>) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const settled = useSettled(words, pauseMilliseconds)
  const people = useQuery({
    ...peopleQuery(useOfficeApi(), { audience, kind, words: settled }),
    enabled: isOpen,
  })
  const count = out.exceptAccountIds.length + out.exceptOrderIds.length + out.exceptSubscriptionIds.length
  return (
    <details className="field-group" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{count > 0 ? `Leave somebody out (${count})` : 'Leave somebody out'}</summary>
      <div className="field-group-fields">
        <Field
          label="Search by name or address"
          type="search"
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        {people.data?.length === 0 && <p className="quiet">Nobody matches</p>}
        {people.isError && <p className="quiet">The families could not be loaded</p>}
        {people.data && people.data.length > 0 && (
          <ul aria-label="Who gets it" className="message-people">
            {people.data.map(person => {
              const { list, id, words } = asListed(person)
              const ids = out[list]
              const isOut = ids.includes(id)
              return (
                <li key={`${list} ${id}`}>
                  <Checkbox
                    label={words}
                    checked={!isOut}
                    disabled={!isOut && ids.length >= maxOut}
                    onChange={() =>
                      onChange({ [list]: isOut ? ids.filter(one => one !== id) : [...ids, id] })
                    }
                  />
                </li>
              )
            })}
          </ul>
        )}
        {people.data && people.data.length >= 200 && (
          <p className="quiet">These are the first 200. Search to find others</p>
        )}
      </div>
    </details>
  )
}

type Person = CallOutput<typeof messages.people>[number]

/** Says in which list a person is taken out, and how they are shown. A popup's address has no name. */
function asListed({ accountId, orderId, subscriptionId, name, email, phone }: Person) {
  if (accountId !== null)
    return { list: 'exceptAccountIds', id: accountId, words: `${name}, ${email || phone}` } as const
  if (subscriptionId !== null)
    return {
      list: 'exceptSubscriptionIds',
      id: subscriptionId,
      words: `${email} (subscribed on the site)`,
    } as const
  return { list: 'exceptOrderIds', id: orderId ?? 0, words: `${name}, ${email || phone} (guest)` } as const
}
