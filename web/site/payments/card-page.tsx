import { useState } from 'react'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'

/** A placeholder with the documented words. It makes no call, and Add only closes the form (decision B-03). */
export function CardPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <AccountHeading title="Card" />
      <div className="card">
        <EmptyState
          title="There is nothing to set up"
          action={
            <Button look="quiet" size="small" onClick={() => setAdding(true)}>
              Add a card
            </Button>
          }
        >
          No card is kept here. You enter its details only on our payment provider’s own page, each time you
          pay: we never see them.
        </EmptyState>
      </div>
      {isAdding && <CardForm onClose={() => setAdding(false)} />}
    </>
  )
}

function CardForm({ onClose }: { onClose: () => void }) {
  return (
    <Form onSend={async () => onClose()}>
      <Dialog
        title="Add a card"
        size="small"
        shape="card"
        onClose={onClose}
        footer={<SubmitButton>Add</SubmitButton>}
      >
        <div className="stack">
          <p>Nothing that you write here is sent or kept: cards are asked for on the payment page alone.</p>
          <Field label="Name on card" autoComplete="off" />
          <Field label="Card number" inputMode="numeric" autoComplete="off" />
          <Field label="Expiry date" placeholder="MM/YY" autoComplete="off" />
        </div>
      </Dialog>
    </Form>
  )
}
