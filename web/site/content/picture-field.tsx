import './picture-field.css'
import { Camera } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { fillInForm, useFormValue } from '#web/ui/forms/form.tsx'
import { useUploadPicture } from './upload-queries.ts'

interface PictureFieldProps {
  label: string
  /** The form field for the picture's path. */
  name: string
  /** The person whose initials are shown without a picture. */
  person: string
}

/**
 * A field for a person's picture. It is uploaded as soon as it is chosen, and its path is sent with the form (spec 2
 * §5), which is `isBusy` with `useIsSendingPicture()` meanwhile.
 */
export function PictureField({ label, name, person }: PictureFieldProps) {
  const defaultValue = useFormValue(name) ?? ''
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [path, setPath] = useState(defaultValue)
  const upload = useUploadPicture()

  // A restored draft fills in the field itself.
  useEffect(() => {
    const form = field.current?.form
    const follow = () => setPath(field.current?.value ?? '')
    form?.addEventListener('input', follow)
    return () => form?.removeEventListener('input', follow)
  }, [])

  const fillIn = (value: string) => {
    if (field.current?.form) fillInForm(field.current.form, { [name]: value })
  }
  const send = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file may be chosen again after a failure.
    const empty = () => {
      if (chooser.current) chooser.current.value = ''
    }
    if (file) upload.mutate({ file }, { onSuccess: sent => fillIn(sent.path), onSettled: empty })
  }
  const remove = () => {
    fillIn('')
    // The pressed button disappears with the picture.
    choose.current?.focus()
  }
  return (
    <div className="picture-field">
      {path || person ? (
        <Avatar name={person} picture={path} size="large" />
      ) : (
        <span className="picture-field-empty">
          <Camera aria-hidden="true" />
        </span>
      )}
      <div>
        <span id={id} className="field-label">
          {label}
        </span>
        {/* Not of type "hidden", because React resets its value with every render. */}
        <input ref={field} hidden name={name} defaultValue={defaultValue} />
        <input
          ref={chooser}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={send}
        />
        <div className="row gap-s">
          <Button
            ref={choose}
            look="secondary"
            size="small"
            aria-describedby={id}
            isBusy={upload.isPending}
            onClick={() => chooser.current?.click()}
          >
            {path ? 'Change picture' : 'Choose a picture'}
          </Button>
          {path && (
            <Button look="quiet" size="small" aria-describedby={id} onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
        <FailureNote error={upload.error} act="load" />
        <p className="field-hint" role="status">
          {upload.isPending
            ? 'Sending your picture …'
            : 'JPEG, PNG, WebP or GIF. A large photo is made smaller'}
        </p>
      </div>
    </div>
  )
}
