import { Trash2 } from 'lucide-react'
import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { stockWords } from '#domain/stock.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { QuantityField } from '#web/ui/forms/quantity-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { LineControls } from './basket-list.tsx'
import { type ProductLine, useChooseSize, useStepProduct } from './queries.ts'

interface ProductLineRowProps extends LineControls {
  line: ProductLine
  /** False if the stock is smaller than the quantity, which must then be reduced or the line deleted. */
  canBeChosen: boolean
}

/** One product in the basket: image, name, price and quantity, between 1 and the stock. */
export function ProductLineRow(given: ProductLineRowProps) {
  const { line, canBeChosen, isChosen, isBusy, onChoose, onDelete } = given
  const step = useStepProduct()
  const { id: basketLineId, name, quantity, stock } = line
  return (
    <li className="basket-line card" data-is-gone={stock === 0 || undefined}>
      <label className="basket-tick">
        <span className="sr-only">Select {name}</span>
        <input
          type="checkbox"
          className="tick-box"
          checked={isChosen}
          disabled={!canBeChosen}
          onChange={event => onChoose(event.currentTarget.checked)}
        />
      </label>
      <Picture path={line.image} most={480} width={96} height={96} loading="lazy" />
      <div>
        <h2 className="lead">
          <PageLink to={addresses.product({ productId: line.productId })}>{name}</PageLink>
        </h2>
        <p className="quiet">
          <Money pence={line.pricePence} /> each
        </p>
        {line.variants ? (
          <SizeToChoose line={line} sizes={line.variants} />
        ) : (
          stock < quantity && <p className="basket-problem">{stockWords(stock)}</p>
        )}
      </div>
      <div className="basket-many">
        <QuantityField
          label={name}
          value={quantity}
          most={Math.max(stock, 1)}
          onStep={by => step.mutate({ basketLineId, step: by })}
        />
        <Money pence={line.pricePence * quantity} className="lead strong" />
        <FailureNote error={step.error} act="basket" />
      </div>
      <IconButton label={`Delete ${name}`} icon={Trash2} isSmall isBusy={isBusy} onClick={onDelete} />
    </li>
  )
}

/** The sizes of a line that has none, or one that is no longer sold. It can be bought once one is chosen. */
function SizeToChoose({ line, sizes }: { line: ProductLine; sizes: NonNullable<ProductLine['variants']> }) {
  const choose = useChooseSize()
  const isSoldOut = sizes.every(({ stock }) => stock === 0)
  return (
    <>
      <p className="basket-problem">
        {isSoldOut ? stockWords(0) : line.variantId ? sentences.sizeGone : sentences.chooseSize}
      </p>
      {!isSoldOut && (
        <Select
          className="basket-size"
          label={
            <>
              Size<span className="sr-only"> of {line.name}</span>
            </>
          }
          value=""
          disabled={choose.isPending}
          options={[
            { value: '', label: 'Please choose' },
            ...sizes.map(({ id, name, stock }) => ({
              value: id,
              label: `${name} · ${stockWords(stock).toLowerCase()}`,
              disabled: stock === 0,
            })),
          ]}
          onChange={event => {
            const variantId = Number(event.currentTarget.value)
            if (variantId) choose.mutate({ basketLineId: line.id, variantId })
          }}
        />
      )}
      <FailureNote error={choose.error} act="basket" />
    </>
  )
}
