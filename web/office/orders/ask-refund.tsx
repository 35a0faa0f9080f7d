import type { OfficeOrder } from '#contract/office/orders.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { useAskRefund } from './order-queries.ts'
import { checkMoney, checkReason, Reason } from './refund-fields.tsx'

/** The front desk asks for a refund, which somebody with the permission decides. */
export function AskRefund({
  found: { order, money, places },
  onClose,
}: {
  found: OfficeOrder
  onClose: () => void
}) {
  const ask = useAskRefund()
  const standing = places.filter(({ state }) => state === 'confirmed')
  return (
    <SidePanel title="Ask for a refund" onClose={onClose}>
      <EditForm
        checks={text => [...checkMoney(text, money.leftPence), checkReason(text)]}
        onSave={(text, { requestId }) =>
          ask.mutateAsync({
            ...{ number: order.number, pence: readPounds(text('pence')) ?? 0, requestId },
            reason: text('reason').trim(),
            ...(text('place') && { bookingId: Number(text('place')) }),
          })
        }
        onSaved={(_saved, close) => {
          close()
          showSuccess('Asked for. A manager decides')
        }}
        save="Ask for it"
      >
        <p>
          A manager accepts or declines it. Until then nothing is refunded and the family is told nothing.
        </p>
        {standing.length > 0 && (
          <Select
            label="For"
            name="place"
            options={[
              { value: '', label: 'the whole order' },
              ...standing.map(({ bookingId, who, title, date }) => ({
                value: String(bookingId),
                label: `${who}, ${title}, ${date}`,
              })),
            ]}
          />
        )}
        <MoneyField label="Amount (£)" name="pence" isStarred />
        <Reason />
      </EditForm>
    </SidePanel>
  )
}
