import type { ListName } from '#contract/office/catalogue.ts'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import type { Thing } from './catalogue-queries.ts'
import { ListedForm } from './listed-form.tsx'
import { listedForms } from './listed-forms.ts'
import { ProductSizes } from './product-sizes.tsx'
import { RemoveButton } from './remove-button.tsx'
import { nameOf } from './thing-state.ts'
import { VenueRooms } from './venue-rooms.tsx'

/** The text in the panel of a new entry, which must be saved before it can have entries of its own. */
const addedLater: Partial<Record<ListName, string>> = {
  venues: 'Its rooms are added here once it is saved.',
  products: 'Its sizes, if it has any, are added here once it is saved.',
}

/** Shows the form of an entry of a list, or of a new one, with what belongs to it. */
export function ThingPanel({
  list,
  thing,
  onClose,
}: {
  list: ListName
  /** Undefined for a new entry. */
  thing: Thing | undefined
  onClose: () => void
}) {
  const form = listedForms[list]
  return (
    <SidePanel
      title={thing ? nameOf(thing) : `New ${form.one}`}
      isWide={form.fields.some(({ is }) => is === 'rich')}
      onClose={onClose}
    >
      <ListedForm list={list} thing={thing} onSaved={(_saved, close) => close()} />
      {thing && list === 'venues' && <VenueRooms venue={thing} />}
      {thing && list === 'products' && <ProductSizes product={thing} />}
      {!thing && addedLater[list] && <p className="quiet above-m">{addedLater[list]}</p>}
      {thing && <RemoveButton list={list} thing={thing} />}
    </SidePanel>
  )
}
