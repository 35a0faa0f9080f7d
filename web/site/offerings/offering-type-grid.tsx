import * as addresses from '#contract/addresses.ts'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import '#web/ui/showcase/picture-card.css'
import './offering-type-grid.css'
import { useQuery } from '@tanstack/react-query'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CardPicture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { offeringTypesQuery } from './lookup-queries.ts'

/** Shows the types of a kind as cards: picture, name, ages and introduction. */
export function OfferingTypeGrid({ kind }: { kind: OfferingKind }) {
  const { data: types, isError, isPending, refetch } = useQuery(offeringTypesQuery(useApi(), kind))
  if (isError && !types) return <ErrorPanel onRetry={refetch} />
  return (
    <ul className="type-grid" data-thirds={(types?.length ?? 1) % 3 === 0 || undefined}>
      {isPending &&
        ['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
          <li key={key}>
            <Skeleton className="type-skeleton" />
          </li>
        ))}
      {types?.map(type => (
        <li key={type.id} className="picture-card card card-lifting">
          <CardPicture
            path={type.image}
            height={600}
            sizes="(width < 40rem) 12rem, (width < 64rem) 50vw, 25rem"
          />
          <div>
            <h3 className="lead">
              <PageLink to={addresses.ofKind[kind].type({ typeId: type.id })} className="card-link">
                {type.name}
              </PageLink>
            </h3>
            <p className="type-ages">{type.ages}</p>
            <p className="type-text">{plainText(type.introduction)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
