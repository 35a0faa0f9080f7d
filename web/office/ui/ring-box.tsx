import { telOf } from '#domain/email-address.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { useMay } from '../office-session.ts'

/** A box to tick once somebody was rung, with the number and what to tell them. */
export function RingBox({
  name,
  phone,
  about,
  isRung,
  isBusy,
  onChange,
}: {
  name: string
  phone: string
  about?: string
  isRung: boolean
  isBusy: boolean
  onChange: (isRung: boolean) => Promise<unknown>
}) {
  const mayNote = useMay('family.edit')
  return (
    <Checkbox
      label={
        <>
          Ring {name}, <a href={`tel:${telOf(phone)}`}>{phone}</a>
          {about && `: ${about}`}
        </>
      }
      checked={isRung}
      disabled={!mayNote || isBusy}
      onChange={event => void onChange(event.currentTarget.checked).catch(() => {})}
    />
  )
}
