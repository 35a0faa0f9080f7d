import { useState } from 'react'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { type Thing, useThings } from '../catalogue/catalogue-queries.ts'
import { listedForms } from '../catalogue/listed-forms.ts'
import { ThingPanel } from '../catalogue/thing-panel.tsx'
import { lacksPicture, nameOf } from '../catalogue/thing-state.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { StateWord } from '../ui/state-word.tsx'

/** Lists the entries that a step needs, and adds and changes them without leaving the set-up. */
export function ListInStep({ list }: { list: ListName }) {
  const { title, one, empty } = listedForms[list]
  const things = useThings(list)
  const [opened, setOpened] = useState<Thing | 'new'>()
  return (
    <section aria-label={title} className="list-in-step">
      <div className="row spread">
        <h3>{title}</h3>
        <Button look="secondary" size="small" onClick={() => setOpened('new')}>
          {`New ${one}`}
        </Button>
      </div>
      <WithAnswer query={things}>
        {all =>
          all.length === 0 ? (
            <p className="quiet">{empty}</p>
          ) : (
            <ul>
              {all.map(thing => (
                <li key={thing.id}>
                  <button type="button" onClick={() => setOpened(thing)}>
                    {nameOf(thing)}
                  </button>
                  {thing.isActive === false && <StateWord is="off">Switched off</StateWord>}
                  {thing.isActive !== false && lacksPicture(list, thing) && (
                    <StateWord is="look">{catalogueSentences.pictureWanted}</StateWord>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </WithAnswer>
      {opened && (
        <ThingPanel
          list={list}
          thing={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}
