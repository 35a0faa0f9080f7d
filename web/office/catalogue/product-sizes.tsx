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
import { StockPanel } from './stock-panel.tsx'
import { nameOf } from './thing-state.ts'

/** The sizes of a product, in its panel: added, renamed, sorted and retired here. */
export function ProductSizes({ product }: { product: Thing }) {
  const sizes = useThings('sizes')
  const [opened, setOpened] = useState<Thing | 'new' | 'sort'>()
  const close = () => setOpened(undefined)
  const own = sizesOf(product, sizes.data)
  const size = typeof opened === 'object' ? opened : undefined
  return (
    <section aria-label="Sizes" className="venue-rooms">
      <div className="row spread">
        <h3>Sizes</h3>
        <div className="row gap-s">
          {own.length > 1 && (
            <Button look="quiet" size="small" onClick={() => setOpened('sort')}>
              Sort the sizes
            </Button>
          )}
          <Button look="secondary" size="small" onClick={() => setOpened('new')}>
            New size
          </Button>
        </div>
      </div>
      <WithAnswer query={sizes}>
        {() =>
          own.length === 0 ? (
            <p className="quiet">{listedForms.sizes.empty}</p>
          ) : (
            <SizeList sizes={own} onOpen={setOpened} />
          )
        }
      </WithAnswer>
      {(opened === 'new' || size) && (
        <SidePanel title={size ? nameOf(size) : `New size of ${nameOf(product)}`} onClose={close}>
          <ListedForm
            list="sizes"
            thing={size}
            fixed={{ productId: String(product.id) }}
            onSaved={(_saved, close) => close()}
          />
          {size && <RemoveButton list="sizes" thing={size} />}
        </SidePanel>
      )}
      {opened === 'sort' && (
        <SortPanel
          list="sizes"
          title={`Sort the sizes of ${nameOf(product)}`}
          things={own}
          nameOf={nameOf}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The stock of a product with sizes: one is chosen, then its stock is received, counted or written off. */
export function StockBySize({ product, onClose }: { product: Thing; onClose: () => void }) {
  const sizes = useThings('sizes')
  const [chosen, setChosen] = useState<Thing>()
  const withoutSize = { ...product, name: `${nameOf(product)}, without a size`, stock: product.ownStock }
  if (chosen) return <StockPanel product={chosen} onClose={onClose} />
  return (
    <SidePanel title={`Stock: ${nameOf(product)}`} onClose={onClose}>
      <WithAnswer query={sizes}>
        {() => (
          <div className="venue-rooms">
            <p>Which size?</p>
            <SizeList
              sizes={sizesOf(product, sizes.data)}
              onOpen={size => setChosen({ ...size, name: `${nameOf(product)}, ${nameOf(size)}` })}
            />
            {Number(product.ownStock) > 0 && (
              <>
                <p className="quiet above-m">
                  {String(product.ownStock)} pieces are from before it had sizes, and cannot be bought. Write
                  them off once they are received by size.
                </p>
                <Button look="secondary" size="small" onClick={() => setChosen(withoutSize)}>
                  Pieces without a size
                </Button>
              </>
            )}
          </div>
        )}
      </WithAnswer>
    </SidePanel>
  )
}

function SizeList({ sizes, onOpen }: { sizes: Thing[]; onOpen: (size: Thing) => void }) {
  return (
    <ul>
      {sizes.map(size => (
        <li key={size.id}>
          <button type="button" className="venue-room" onClick={() => onOpen(size)}>
            <span className="strong">{nameOf(size)}</span>
            <span className="quiet figures">{String(size.stock)} in stock</span>
            {!size.isActive && <StateWord is="off">Retired</StateWord>}
          </button>
        </li>
      ))}
    </ul>
  )
}

const sizesOf = (product: Thing, all: Thing[] = []) => all.filter(({ productId }) => productId === product.id)
