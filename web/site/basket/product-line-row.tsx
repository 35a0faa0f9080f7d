import { Trash2 } from 'lucide-react'
import * as addresses from '#contract/addresses.ts'
import { stockWords } from '#domain/stock.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { QuantityField } from '#web/ui/forms/quantity-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { LineControls } from './basket-list.tsx'
import { type ProductLine, useStepProduct } from './queries.ts'

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
        {stock < quantity && <p className="basket-problem">{stockWords(stock)}</p>}
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
