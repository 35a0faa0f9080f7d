import { offersQuestion } from '#domain/offers-question.ts'
import { useSaveOrigin } from '#web/site/accounts/queries.ts'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

/** The options of the documents (decision C-27). */
const origins = [
  'Google search',
  'Social media',
  'Friend or family',
  'School or nursery',
  'Leaflet or poster',
  'Other',
]

/** Step 2: where they heard of the business, and whether they want offers. Offers are never ticked beforehand. */
export function OnboardingOrigin({ onSaved }: { onSaved: (form: HTMLFormElement) => void }) {
  const saveOrigin = useSaveOrigin()
  return (
    <Form
      values={{ offers: 'no' }}
      onSend={text =>
        saveOrigin.mutateAsync({ heardFrom: text('origin'), wantsOffers: text('offers') === 'yes' })
      }
      onSent={(_done, form) => onSaved(form)}
      className="stack gap-l"
    >
      <RadioGroup
        legend="Where did you hear about us?"
        name="origin"
        options={origins.map(origin => ({ value: origin, label: origin }))}
      />
      <RadioGroup
        legend={offersQuestion}
        name="offers"
        options={[
          { value: 'yes', label: 'Yes, please' },
          { value: 'no', label: 'No, thank you' },
        ]}
      />
      <SubmitButton>Finish</SubmitButton>
    </Form>
  )
}
