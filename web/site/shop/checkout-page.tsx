import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './checkout-page.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { purchasePreview } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import { deliveryChecks } from '#domain/product-orders.ts'
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
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { isComplete, type Purchase, purchaseQuery, readPurchase, usePlacePurchase } from './order-queries.ts'

type Preview = Value<typeof purchasePreview>

/** The page where products are paid for: the products, the address, one button (spec 1 §2, §4). */
export function CheckoutPage() {
  const [search] = useSearchParams()
  const purchase = readPurchase(search)
  const preview = useQuery(purchaseQuery(useApi(), purchase))
  if (preview.data) return <Checkout purchase={purchase} preview={preview.data} />
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

function Checkout({ purchase, preview }: { purchase: Purchase; preview: Preview }) {
  const place = usePlacePurchase()
  const { confirmed, isLeaving, confirmDialog } = useCheckout('product')
  const { data: account } = useProfile()
  const { delivery, totalPence } = preview
  return (
    <>
      <PageHeading title="Checkout" />
      <Form
        values={delivery}
        draft={account && `${account.id}.delivery`}
        checks={text => [
          ...deliveryChecks.map(({ field, sentence }) => filledIn(text, field, sentence)),
          phoneValid(text),
        ]}
        onSend={async text => {
          const details = trimmed(text, 'fullName', 'address', 'postcode', 'mobile')
          return confirmed(
            () => place.mutateAsync({ purchase, details, shown: { totalPence, creditsUsed: 0 } }),
            <OrderInBrief
              facts={[
                ['What', preview.lines.map(line => `${line.quantity} × ${line.name}`).join('\n')],
                ['To', `${details.fullName}, ${details.address}, ${details.postcode}`],
              ]}
              pence={totalPence}
            />,
          )
        }}
        isBusy={isLeaving}
        className="checkout page-width"
      >
        <section aria-labelledby="delivery" className="card card-inset">
          <h2 id="delivery" className="subheading">
            Delivery details
          </h2>
          <div className="stack gap-l above-m">
            <Field label="Full name" name="fullName" isStarred maxLength={100} autoComplete="name" />
            <Field label="Address" name="address" isStarred maxLength={200} autoComplete="street-address" />
            <div className="columns">
              <Field
                label="Postal code"
                name="postcode"
                isStarred
                maxLength={200}
                autoComplete="postal-code"
                autoCapitalize="characters"
              />
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

function OrderSummary({ preview, children }: { preview: Preview; children: ReactNode }) {
  return (
    <section aria-labelledby="summary" className="card card-inset">
      <h2 id="summary" className="subheading">
        Your order
      </h2>
      <ul className="checkout-lines">
        {preview.lines.map(line => (
          <li key={line.productId}>
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
      <p className="checkout-total">
        <span>Total</span>
        <Money pence={preview.totalPence} />
      </p>
      {children}
    </section>
  )
}
