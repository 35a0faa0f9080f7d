import '../waiting/waiting.css'
import './desk.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PackOnSale, ProductOnSale } from '#contract/office/desk-sales.ts'
import { instantInLondon } from '#domain/calendar.ts'
import { classToCollectAt } from '#domain/collect-at-class.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { postageOf } from '#domain/postage.ts'
import { creditText } from '#domain/prices.ts'
import { type Delivery as AnyDelivery, deliveryChecksOf } from '#domain/product-orders.ts'
import { sentences } from '#domain/sentences.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Checkbox, Field, Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { LogReason } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { showFirstError } from '../ui/show-first-error.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { choicesQuery, useGive, useSell } from './desk-sale-queries.ts'
import { keptOf, keptProblem } from './kept-until.tsx'
import { isDesk, noPayment, PaymentFields, paidWords, waysOf } from './payment-fields.tsx'

interface Given {
  family: { id: number; name: string }
}

/** Sells class packs and products to a family, paid like its bookings. */
export const SellToThem = ({ family, onClose }: Given & { onClose: () => void }) => (
  <SidePanel title={`Sell to ${family.name}`} onClose={onClose}>
    <Selling family={family} />
  </SidePanel>
)

function Selling({ family }: Given) {
  const choices = useQuery(choicesQuery(useOfficeApi(), family.id))
  return (
    <WithAnswer query={choices}>
      {found =>
        found.packs.length + found.products.length === 0 ? (
          <p>Nothing is on sale yet. Add packs and products in the catalogue.</p>
        ) : (
          <SaleForm family={family} found={found} />
        )
      }
    </WithAnswer>
  )
}

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof choicesQuery>['queryFn']>>>

/** A line of the form: a product, its size if it has some, and how many pieces of it, as typed. */
interface Line {
  key: number
  productId: string
  sizeId: string
  typed: string
}

const noProduct = { productId: '', sizeId: '', typed: '1' }

const sizesOf = (products: ProductOnSale[], productId: string) =>
  products.find(({ id }) => String(id) === productId)?.sizes ?? []

const readPieces = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0)

type Delivery = Omit<AnyDelivery, 'collects'>

/** How a family gets its products: given now, sent by post, or handed over at its next class. */
type DeliveryMethod = 'given' | 'sent' | 'collect'

const deliveryLabels: Record<keyof Delivery, string> = {
  fullName: 'Full name',
  address: 'Address',
  postcode: 'Postcode',
  mobile: 'Telephone',
}

function SaleForm({ family, found }: Given & { found: Found }) {
  const { packs, products, postage, offersCollect, collectAt, usuallyKept, latestKept } = found
  const mayGive = useMay('price.override')
  const sell = useSell()
  const give = useGive()
  const close = useCloseDialog()
  const today = useToday()
  const [what, setWhat] = useState<'pack' | 'products'>(packs.length > 0 ? 'pack' : 'products')
  const [packId, setPackId] = useState(packs.length === 1 ? packs[0]?.id : undefined)
  const [lines, setLines] = useState<Line[]>([{ key: 0, ...noProduct }])
  const [way, setWay] = useState<DeliveryMethod>('given')
  const [delivery, setDelivery] = useState<Delivery>(found.delivery)
  const [choice, setChoice] = useState(noPayment)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState({
    ...{ what: '', lines: '', given: '', payment: '', reason: '', kept: '' },
    delivery: {} as Partial<Delivery>,
  })
  const { payment, from, reference, keptUntil } = choice
  const isGiven = way === 'given'
  const collects = way === 'collect'
  const checks = deliveryChecksOf({ collects })
  const form = useRef<HTMLFormElement>(null)
  const isPack = what === 'pack'
  const pack = packs.find(({ id }) => id === packId)
  const chosen = lines.flatMap(({ productId, sizeId, typed }) => {
    const product = products.find(({ id }) => String(id) === productId)
    const size = product?.sizes.find(({ id }) => String(id) === sizeId)
    return product ? [{ product, size, quantity: readPieces(typed) }] : []
  })
  const goodsPence = chosen.reduce((sum, { product, quantity }) => sum + product.pricePence * quantity, 0)
  const isSomething = isPack ? pack !== undefined : goodsPence > 0
  const postagePence = isPack || way !== 'sent' || !isSomething ? 0 : postageOf(postage, goodsPence)
  const listPence = isPack ? (pack?.pricePence ?? 0) : goodsPence + postagePence
  const isFree = payment === 'nothing'
  const totalPence = isFree ? 0 : listPence
  const press = async () => {
    const wrong = {
      what: isPack && !pack ? 'Please choose a pack' : '',
      lines: isPack ? '' : linesProblem(chosen),
      given: !isPack && isGiven && payment === 'link' ? deskSentences.givenUnpaid : '',
      payment: payment === '' ? deskSentences.choosePayment : '',
      reason: isFree && !saysWhy(reason.trim()) ? officeSentences.sayWhy : '',
      kept: payment === 'link' ? keptProblem(keptUntil, latestKept, new Date()) : '',
    }
    const missing = Object.fromEntries(
      isPack || isGiven
        ? []
        : checks.filter(({ field }) => !delivery[field].trim()).map(each => [each.field, each.sentence]),
    )
    setProblems({ ...wrong, delivery: missing })
    if ([...Object.values(wrong), ...Object.values(missing)].some(Boolean)) return showFirstError(form)
    const wanted = {
      ...{ accountId: family.id, isGiven: !isPack && isGiven, expected: { totalPence } },
      ...(isPack && pack && { packId: pack.id }),
      products: isPack
        ? []
        : chosen.map(({ product, size, quantity }) => ({
            ...{ productId: product.id, quantity },
            ...(size && { variantId: size.id }),
          })),
      ...(!isPack && !isGiven && { delivery: collects ? { ...delivery, ...noAddress } : delivery, collects }),
    }
    const method = payment === 'expected' ? from : payment
    await (isFree
      ? give.mutateAsync({ ...wanted, reason: reason.trim() })
      : sell.mutateAsync({
          ...{ ...wanted, pay: payment === 'link' || payment === 'expected' ? payment : 'desk' },
          reference: isDesk(method) ? reference.trim() : '',
          ...(isDesk(method) && { method }),
          ...(payment === 'link' &&
            keptUntil && { keepUntil: instantInLondon(keptUntil.day, keptUntil.time).toISOString() }),
        }))
    close()
    const until = keptOf(keptUntil, usuallyKept)
    showSuccess(
      payment === 'link'
        ? `Kept for ${family.name} until ${spokenDate(until.day, today)}, ${until.time}. The link is on its way`
        : `Sold to ${family.name}. They are told by mail`,
    )
  }
  return (
    <form
      ref={form}
      className="stack"
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void press().catch(() => {})
      }}
    >
      {packs.length > 0 && products.length > 0 && (
        <fieldset>
          <legend className="field-label">What do they buy?</legend>
          <div className="desk-ways">
            <Checkbox
              type="radio"
              name="what"
              label="A class pack"
              checked={isPack}
              onChange={() => setWhat('pack')}
            />
            <Checkbox
              type="radio"
              name="what"
              label="Products"
              checked={!isPack}
              onChange={() => setWhat('products')}
            />
          </div>
        </fieldset>
      )}
      {isPack ? (
        <Packs packs={packs} packId={packId} setPackId={setPackId} problem={problems.what} />
      ) : (
        <>
          <Products products={products} lines={lines} setLines={setLines} problem={problems.lines} />
          <fieldset>
            <legend className="field-label">How do they get it?</legend>
            <div className="desk-ways">
              {waysToGet
                .filter(([value]) => value !== 'collect' || (offersCollect && collectAt))
                .map(([value, label]) => (
                  <Checkbox
                    key={value}
                    type="radio"
                    name="given"
                    label={label}
                    checked={way === value}
                    onChange={() => setWay(value)}
                  />
                ))}
            </div>
            {offersCollect && !collectAt && (
              <p className="field-hint">They have no class booked at which they could collect.</p>
            )}
            {problems.given && isGiven && payment === 'link' && (
              <p className="field-error">{problems.given}</p>
            )}
          </fieldset>
          {!isGiven && (
            <fieldset className="stack">
              <legend className="field-label">{collects ? 'Who collects it?' : 'Where is it sent?'}</legend>
              {collects && collectAt && (
                <p>At {classToCollectAt(collectAt)}, or at their next class after it.</p>
              )}
              {checks.map(({ field }) => (
                <Field
                  key={field}
                  label={deliveryLabels[field]}
                  isStarred
                  autoComplete="off"
                  maxLength={200}
                  value={delivery[field]}
                  error={delivery[field].trim() ? '' : (problems.delivery[field] ?? '')}
                  onChange={event => setDelivery({ ...delivery, [field]: event.currentTarget.value })}
                />
              ))}
            </fieldset>
          )}
        </>
      )}
      <PaymentFields
        ways={waysOf({ credits: 0, mayGive })}
        {...{ choice, usuallyKept, latestKept, problems }}
        onChange={setChoice}
      />
      {isFree && <LogReason value={reason} problem={problems.reason} onChange={setReason} />}
      <p role="status" className="desk-sum figures">
        {isSomething &&
          [
            isFree ? `${pounds(listPence)} is not charged` : paidWords(listPence, choice),
            postagePence > 0 && `of which ${pounds(postagePence)} postage`,
          ]
            .filter(Boolean)
            .join(', ')}
      </p>
      <p>
        <Button type="submit" isBusy={sell.isPending || give.isPending}>
          {isSomething ? `${isFree ? 'Give' : 'Sell'} · ${pounds(totalPence)}` : 'Sell'}
        </Button>
      </p>
    </form>
  )
}

const waysToGet: [DeliveryMethod, string][] = [
  ['given', 'Given now'],
  ['collect', 'Collect at class, free'],
  ['sent', 'Sent to them'],
]

const noAddress = { address: '', postcode: '' }

interface Chosen {
  product: ProductOnSale
  size: ProductOnSale['sizes'][number] | undefined
  quantity: number
}

function linesProblem(chosen: Chosen[]): string {
  if (chosen.length === 0) return sentences.selectProduct
  if (chosen.some(({ product, size }) => product.sizes.length > 0 && !size)) return sentences.chooseSize
  if (chosen.some(({ quantity }) => quantity < 1)) return sentences.atLeastOne
  const shelves = chosen.map(({ product, size }) => size?.id ?? product.id)
  if (new Set(shelves).size < chosen.length) return deskSentences.productTwice
  return chosen.some(({ product, size, quantity }) => quantity > (size ?? product).stock)
    ? sentences.notEnoughStock
    : ''
}

/** Whether fewer pieces are there than the line asks for. */
function isShort(products: ProductOnSale[], { productId, sizeId, typed }: Line): boolean {
  const product = products.find(({ id }) => String(id) === productId)
  const shelf = product?.sizes.find(({ id }) => String(id) === sizeId) ?? product
  return shelf !== undefined && readPieces(typed) > shelf.stock
}

const inStock = (stock: number) => (stock > 0 ? `${stock} in stock` : 'sold out')

function Packs({
  packs,
  packId,
  setPackId,
  problem,
}: {
  packs: PackOnSale[]
  packId: number | undefined
  setPackId: (id: number) => void
  problem: string
}) {
  return (
    <fieldset>
      <legend className="field-label">Which pack?</legend>
      {packs.map(({ id, name, credits, pricePence }) => (
        <Checkbox
          key={id}
          type="radio"
          name="pack"
          label={
            <>
              {name}{' '}
              <span className="quiet">
                {creditText(credits)} · {pounds(pricePence)}
              </span>
            </>
          }
          checked={id === packId}
          onChange={() => setPackId(id)}
        />
      ))}
      {problem && packId === undefined && <p className="field-error">{problem}</p>}
    </fieldset>
  )
}

function Products({
  products,
  lines,
  setLines,
  problem,
}: {
  products: ProductOnSale[]
  lines: Line[]
  setLines: (lines: Line[]) => void
  problem: string
}) {
  const change = (key: number, changes: Partial<Line>) =>
    setLines(lines.map(line => (line.key === key ? { ...line, ...changes } : line)))
  return (
    <fieldset className="stack gap-s">
      <legend className="field-label">Which products?</legend>
      {lines.map((line, at) => {
        const { key, productId, sizeId, typed } = line
        return (
          <div key={key} className="desk-product">
            <Select
              label={`Product ${at + 1}`}
              value={productId}
              options={[
                { value: '', label: 'Please choose' },
                ...products.map(({ id, name, pricePence, stock }) => ({
                  value: String(id),
                  label: `${name}, ${pounds(pricePence)} · ${inStock(stock)}`,
                  disabled: stock === 0,
                })),
              ]}
              onChange={event => {
                const chosen = event.currentTarget.value
                const [only, ...more] = sizesOf(products, chosen)
                change(key, { productId: chosen, sizeId: only && more.length === 0 ? String(only.id) : '' })
              }}
            />
            {sizesOf(products, productId).length > 0 && (
              <Select
                label={`Size of product ${at + 1}`}
                className="desk-size"
                value={sizeId}
                options={[
                  { value: '', label: 'Please choose' },
                  ...sizesOf(products, productId).map(({ id, name, stock }) => ({
                    value: String(id),
                    label: `${name} · ${inStock(stock)}`,
                    disabled: stock === 0,
                  })),
                ]}
                onChange={event => change(key, { sizeId: event.currentTarget.value })}
              />
            )}
            <Field
              label="Pieces"
              error={problem === sentences.notEnoughStock && isShort(products, line) ? problem : ''}
              className="desk-pieces"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={typed}
              onChange={event => change(key, { typed: event.currentTarget.value })}
            />
            {lines.length > 1 && (
              <Button
                look="quiet"
                size="small"
                aria-label={`Remove product ${at + 1}`}
                onClick={() => setLines(lines.filter(line => line.key !== key))}
              >
                Remove
              </Button>
            )}
          </div>
        )
      })}
      {problem && !lines.some(line => problem === sentences.notEnoughStock && isShort(products, line)) && (
        <p className="field-error">{problem}</p>
      )}
      <p>
        <Button
          look="secondary"
          size="small"
          onClick={() =>
            setLines([...lines, { key: Math.max(...lines.map(({ key }) => key)) + 1, ...noProduct }])
          }
        >
          Another product
        </Button>
      </p>
    </fieldset>
  )
}
