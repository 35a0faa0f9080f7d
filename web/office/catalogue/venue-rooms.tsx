import './venue-rooms.css'
import { useState } from 'react'
import { WithAnswer } from '#web/office/ui/not-loaded.tsx'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { StateWord } from '#web/office/ui/state-word.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Thing, useThings } from './catalogue-queries.ts'
import { ListedForm } from './listed-form.tsx'
import { listedForms } from './listed-forms.ts'
import { RemoveButton } from './remove-button.tsx'
import { SortPanel } from './sort-panel.tsx'
import { nameOf } from './thing-state.ts'

/** The rooms of a venue, in its panel: added, renamed, sorted and switched off here. */
export function VenueRooms({ venue }: { venue: Thing }) {
  const rooms = useThings('rooms')
  const [opened, setOpened] = useState<Thing | 'new' | 'sort'>()
  const close = () => setOpened(undefined)
  const own = (rooms.data ?? []).filter(({ venueId }) => venueId === venue.id)
  const room = typeof opened === 'object' ? opened : undefined
  return (
    <section aria-label="Rooms" className="venue-rooms">
      <div className="row spread">
        <h3>Rooms</h3>
        <div className="row gap-s">
          {own.length > 1 && (
            <Button look="quiet" size="small" onClick={() => setOpened('sort')}>
              Sort the rooms
            </Button>
          )}
          <Button look="secondary" size="small" onClick={() => setOpened('new')}>
            New room
          </Button>
        </div>
      </div>
      <WithAnswer query={rooms}>
        {() =>
          own.length === 0 ? (
            <p className="quiet">{listedForms.rooms.empty}</p>
          ) : (
            <ul>
              {own.map(one => (
                <li key={one.id}>
                  <button type="button" className="venue-room" onClick={() => setOpened(one)}>
                    <span className="strong">{nameOf(one)}</span>
                    <span className="quiet figures">{holds(one)}</span>
                    {!one.isActive && <StateWord is="off">Switched off</StateWord>}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </WithAnswer>
      {(opened === 'new' || room) && (
        <SidePanel title={room ? nameOf(room) : `New room at ${nameOf(venue)}`} onClose={close}>
          <ListedForm
            list="rooms"
            thing={room}
            fixed={{ venueId: String(venue.id) }}
            onSaved={(_saved, close) => close()}
          />
          {room && <RemoveButton list="rooms" thing={room} />}
        </SidePanel>
      )}
      {opened === 'sort' && (
        <SortPanel
          list="rooms"
          title={`Sort the rooms of ${nameOf(venue)}`}
          things={own}
          nameOf={nameOf}
          onClose={close}
        />
      )}
    </section>
  )
}

const holds = ({ capacity, isShared }: Thing) =>
  [capacity !== null && `Holds ${capacity}`, isShared && 'Several classes at once']
    .filter(Boolean)
    .join(' · ')
