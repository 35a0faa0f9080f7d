import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './checkout-page.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { purchasePreview } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import { classToCollectAt } from '#domain/collect-at-class.ts'
import { deliveryChecksOf } from '#domain/product-orders.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { phoneValid } from '#web/site/accounts/phone-check.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { OrderInBrief } from '#web/site/payments/order-in-brief.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, type Text, trimmed, useFormReading } from '#web/ui/forms/form.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { isComplete, type Purchase, purchaseQuery, readPurchase, usePlacePurchase } from './order-queries.ts'
import { PostageNote } from './postage-note.tsx'

type Preview = Value<typeof purchasePreview>

/** The page where products are paid for: the products, the address, one button (spec 1 §2, §4). */
export function CheckoutPage() {
  const [search] = useSearchParams()
  const purchase = readPurchase(search)
  const [collects, setCollects] = useState(false)
  const preview = useQuery(purchaseQuery(useApi(), purchase, collects))
  if (preview.data) {
    return (
      <Checkout
        purchase={purchase}
        preview={preview.data}
        collects={collects}
        isSettled={!preview.isPlaceholderData}
        onCollect={setCollects}
      />
    )
  }
  return (
    <Missing
      query={preview}
      isNamed={isComplete(purchase)}
      title={preview.error?.message ?? sentences.selectProduct}
      action={<LinkButton to={addresses.basket({ tab: 1 })}>See your basket</LinkButton>}
    >
      If you have just ordered it, it waits in{' '}
      <PageLink to={addresses.bookings()} className="text-link">
        My Bookings
      </PageLink>{' '}
      to be paid. Otherwise look at your basket again, or find something else in the shop.
    </Missing>
  )
}

interface CheckoutProps {
  purchase: Purchase
  preview: Preview
  collects: boolean
  /** Whether the shown price is that of the chosen delivery. */
  isSettled: boolean
  onCollect: (collects: boolean) => void
}

function Checkout({ purchase, preview, collects, isSettled, onCollect }: CheckoutProps) {
  const place = usePlacePurchase()
  const { confirmed, isLeaving, confirmDialog } = useCheckout('product')
  const { data: account } = useProfile()
  const { delivery, totalPence, postagePence, collectAt } = preview
  return (
    <>
      <PageHeading title="Checkout" />
      <Form
        values={{ ...delivery, how: 'post' }}
        draft={account && `${account.id}.delivery`}
        checks={text => [
          ...deliveryChecksOf({ collects: isCollected(text) }).map(({ field, sentence }) =>
            filledIn(text, field, sentence),
          ),
          phoneValid(text),
        ]}
        onSend={async text => {
          const details = {
            ...trimmed(text, 'fullName', 'address', 'postcode', 'mobile'),
            ...(collects && { address: '', postcode: '', collects }),
          }
          return confirmed(
            () => place.mutateAsync({ purchase, details, shown: { totalPence, creditsUsed: 0 } }),
            <OrderInBrief
              facts={[
                ['What', preview.lines.map(line => `${line.quantity} × ${line.name}`).join('\n')],
                collects
                  ? [
                      'Collect at class',
                      [details.fullName, collectAt && classToCollectAt(collectAt)].filter(Boolean).join('\n'),
                    ]
                  : ['To', `${details.fullName}, ${details.address}, ${details.postcode}`],
                ...(postagePence === undefined
                  ? []
                  : [['Postage', postagePence === 0 ? 'Free' : pounds(postagePence)] as const]),
              ]}
              pence={totalPence}
            />,
          )
        }}
        isBusy={isLeaving || !isSettled}
        className="checkout page-width"
      >
        <section aria-labelledby="delivery" className="card card-inset">
          <h2 id="delivery" className="subheading">
            Delivery details
          </h2>
          <div className="stack gap-l above-m">
            {collectAt && <HowDelivered onCollect={onCollect} />}
            {collects && collectAt && (
              <p>
                We hand it over at your next class: <b>{classToCollectAt(collectAt)}</b>. If you cannot come,
                it waits for the class after that.
              </p>
            )}
            <Field label="Full name" name="fullName" isStarred maxLength={100} autoComplete="name" />
            <div hidden={collects}>
              <Field label="Address" name="address" isStarred maxLength={200} autoComplete="street-address" />
            </div>
            <div className="columns">
              <div hidden={collects}>
                <Field
                  label="Postal code"
                  name="postcode"
                  isStarred
                  maxLength={200}
                  autoComplete="postal-code"
                  autoCapitalize="characters"
                />
              </div>
              <Field
                label="Mobile"
                name="mobile"
                type="tel"
                inputMode="tel"
                isStarred
                maxLength={200}
                autoComplete="tel"
              />
            </div>
          </div>
        </section>
        <OrderSummary preview={preview}>
          <SubmitButton act="order">Place order</SubmitButton>
          <PostageNote />
          <p className="small quiet above-s">
            {totalPence > 0
              ? 'You pay by card on the next page. Nothing is charged before.'
              : 'There is nothing to pay.'}
          </p>
        </OrderSummary>
      </Form>
      {confirmDialog}
    </>
  )
}

/** Asks whether the products are posted or handed over at a class. */
function HowDelivered({ onCollect }: { onCollect: (collects: boolean) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const read = useCallback((text: Text) => onCollect(isCollected(text)), [onCollect])
  // A kept draft may have chosen before.
  useFormReading(place, read)
  return (
    <div ref={place}>
      <RadioGroup
        legend="How would you like it?"
        name="how"
        options={[
          { value: 'post', label: 'Post it to me' },
          { value: 'collect', label: 'Collect at class, free' },
        ]}
      />
    </div>
  )
}

const isCollected = (text: Text) => text('how') === 'collect'

function OrderSummary({ preview, children }: { preview: Preview; children: ReactNode }) {
  return (
    <section aria-labelledby="summary" className="card card-inset">
      <h2 id="summary" className="subheading">
        Your order
      </h2>
      <ul className="checkout-lines">
        {preview.lines.map(line => (
          <li key={line.variantId ?? line.productId}>
            <Picture path={line.image} most={160} width={64} height={64} />
            <span>
              <b>{line.name}</b>
              <span className="small quiet">
                {line.quantity} × <Money pence={line.pricePence} />
              </span>
            </span>
            <Money pence={line.linePence} className="strong" />
          </li>
        ))}
      </ul>
      {preview.postagePence !== undefined && (
        <p className="checkout-postage">
          <span>Postage</span>
          {preview.postagePence === 0 ? <span>Free</span> : <Money pence={preview.postagePence} />}
        </p>
      )}
      <p className="checkout-total">
        <span>Total</span>
        <Money pence={preview.totalPence} />
      </p>
      {children}
    </section>
  )
}
