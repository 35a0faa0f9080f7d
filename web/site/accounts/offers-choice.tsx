import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { offersQuery, useSaveOffers } from './queries.ts'

/** Switches offers by email on or off. Off also ends a subscription that was made on the site. */
export function OffersChoice() {
  const { data } = useQuery(offersQuery(useApi()))
  const save = useSaveOffers()
  const isOn = save.isPending ? save.variables.wantsOffers : data?.getsOffers
  return (
    <section aria-labelledby="offers-choice" className="card card-inset stack gap-m">
      <h2 id="offers-choice" className="card-title">
        News and offers
      </h2>
      <p>You always hear about what you have booked. News and offers come only if you want them.</p>
      <Checkbox
        label="Send me offers by email"
        checked={isOn ?? false}
        disabled={data === undefined || save.isPending}
        onChange={event => save.mutate({ wantsOffers: event.currentTarget.checked })}
      />
      <FailureNote error={save.error} act="save" />
    </section>
  )
}
