import { Suspense } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { useLookups, useTypeColours } from '#web/site/offerings/queries.ts'
import { ColourGround } from '#web/ui/colour-ground.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** The types of a kind in one line, each a link to its page. A type has the colour of its sessions. */
export function TypeStrip({ kind }: { kind: OfferingKind }) {
  const { types } = useLookups(kind)
  const colours = useTypeColours(kind)
  if (types.length === 0) return null
  return (
    <Suspense>
      <nav aria-label={`All ${kindWords[kind].many}`} className="side-scroll">
        <ul className="type-strip">
          {types.map(type => (
            <li key={type.id}>
              <PageLink to={addresses.ofKind[kind].type({ typeId: type.id })} className="strip-type">
                <ColourGround colour={colours.get(type.id) ?? ''} className="strip-colour" />
                {type.image && (
                  <Picture
                    path={type.image}
                    most={160}
                    width={36}
                    height={36}
                    loading="lazy"
                    className="strip-picture"
                  />
                )}
                <span>{type.name}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </Suspense>
  )
}
