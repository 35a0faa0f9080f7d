import { maxPostagePence, maxPricePence, minCardPaymentPence } from '#domain/limits.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { Text } from '#web/ui/forms/form.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, MoneyField, TickField } from '../ui/fields.tsx'
import { useSavePostage } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

/** The form of the postage: its price, from when it is free, and how long it takes. */
export function PostageForm({ business }: { business: BusinessDetails }) {
  const save = useSavePostage()
  return (
    <EditForm
      thing={business}
      fields={({ postage: { pricePence, freeFromPence, deliveryTime, offersCollect } }) => ({
        price: pricePence > 0 ? asPounds(pricePence) : '',
        freeFrom: freeFromPence === null ? '' : asPounds(freeFromPence),
        deliveryTime,
        offersCollect: offersCollect ? 'yes' : '',
      })}
      checks={text => [
        {
          field: 'price',
          holds: isWithin(pounds(text, 'price'), minCardPaymentPence, maxPostagePence),
          sentence: businessSentences.postagePrice,
        },
        {
          field: 'freeFrom',
          holds: isWithin(pounds(text, 'freeFrom'), 1, maxPricePence),
          sentence: businessSentences.freeFrom,
        },
      ]}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          pricePence: pounds(text, 'price') ?? 0,
          freeFromPence: pounds(text, 'freeFrom') || null,
          deliveryTime: text('deliveryTime').trim(),
          offersCollect: text('offersCollect') === 'yes',
          requestId,
          version,
        })
      }
    >
      <MoneyField
        label="Postage of an order"
        name="price"
        hint="One price, however many products are in it. Leave it empty if sending is free"
      />
      <MoneyField
        label="Free from"
        name="freeFrom"
        hint="The price of the products from which sending is free. Leave it empty if it never is"
      />
      <Field
        label="How long delivery takes"
        name="deliveryTime"
        maxLength={60}
        hint="For example “3 to 5 working days”; families read it in the shop before they pay"
      />
      <TickField
        label="Families may collect what they buy at their next class, without postage"
        name="offersCollect"
      />
    </EditForm>
  )
}

/** Reads an amount; 0 for an empty field, undefined for anything else. */
const pounds = (text: Text, name: string) => (text(name).trim() === '' ? 0 : readPounds(text(name)))

const isWithin = (pence: number | undefined, least: number, most: number) =>
  pence === 0 || (pence !== undefined && pence >= least && pence <= most)
