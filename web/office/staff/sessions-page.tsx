import './staff.css'
import { useQuery } from '@tanstack/react-query'
import { longMoment } from '#domain/format-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { ownTabs } from './my-sign-in-page.tsx'
import { ownSessionsQuery, useEndOthers, useEndSession } from './staff-queries.ts'

/** Lists where the member is signed in. */
export function SessionsPage() {
  const { data, error, refetch } = useQuery(ownSessionsQuery(useOfficeApi()))
  const end = useEndSession()
  const endOthers = useEndOthers()
  return (
    <>
      <PageHead
        title="Sessions"
        tabs={ownTabs}
        action={
          (data?.items.length ?? 0) > 1 && (
            <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              End all others
            </Button>
          )
        }
      >
        Where you are signed in. End what you do not recognise. It takes effect at once.
      </PageHead>
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {!data && !error && <ListLoading count={4} />}
      <ul className="person-rows">
        {data?.items.map(({ id, device, isHere, isSameNetwork, createdAt, lastUsedAt }, at) => (
          <li key={id}>
            <div>
              <p>
                <span className="strong">{device || 'A browser'}</span>{' '}
                {isHere && <StateWord is="good">This one</StateWord>}
              </p>
              <p className="quiet">
                {isHere || isSameNetwork ? 'This network' : 'Another network'} · since{' '}
                {longMoment(new Date(createdAt))} · last used {longMoment(new Date(lastUsedAt))}
              </p>
            </div>
            {!isHere && (
              <Button
                look="secondary"
                size="small"
                aria-label={`End ${at + 1}, ${device || 'a browser'}, last used ${longMoment(new Date(lastUsedAt))}`}
                onClick={() => end.mutate({ id })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
