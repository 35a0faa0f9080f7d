import { LocateFixed } from 'lucide-react'
import { distanceWords } from '#domain/distance.ts'
import { showHint } from '#web/ui/messages.tsx'
import { askPosition, nearestFirst, useNearMe } from './near-me.ts'

/** Asks where the parent is, and says which venue is nearest; after a refusal it leads to the list of venues. */
export function NearMeButton({ venues }: { venues: { id: number; name: string }[] }) {
  const { state, miles, isOffered } = useNearMe()
  if (!isOffered) return null
  const [nearest] = nearestFirst(venues, miles)
  const far = nearest && miles?.get(nearest.id)
  return (
    <>
      <button
        type="button"
        className="button button-secondary button-small near-me"
        aria-pressed={state === 'known'}
        aria-busy={state === 'asking' || undefined}
        onClick={event => {
          const list = event.currentTarget.closest('search')?.querySelector<HTMLSelectElement>('[name=venue]')
          askPosition(() => {
            showHint('This browser does not say where you are. Choose a venue instead')
            list?.focus()
          })
        }}
      >
        <LocateFixed aria-hidden="true" className="icon" /> <span>Near me</span>
      </button>
      <span role="status" className="near-me-words">
        {far !== undefined && `Nearest: ${nearest?.name}, ${distanceWords(far)}`}
      </span>
    </>
  )
}
