import { Field } from '#web/ui/forms/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { useSavePoints } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

/** The form of the reward points: whether families earn them, and what they are for. */
export function PointsForm({ business }: { business: BusinessDetails }) {
  const save = useSavePoints()
  return (
    <EditForm
      thing={business}
      fields={({ givesPoints, pointsUse }) => ({ givesPoints: givesPoints ? 'yes' : '', pointsUse })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          givesPoints: text('givesPoints') === 'yes',
          pointsUse: text('pointsUse').trim(),
          requestId,
          version,
        })
      }
    >
      <TickField label="Families earn one point for each pound they pay by card" name="givesPoints" />
      <Field
        label="What points are for"
        name="pointsUse"
        hint="For example “A tote bag for every 100 points”; families read it on their Reward points page"
      />
    </EditForm>
  )
}
