import { type ComponentProps, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { readForm, type Text } from '#web/ui/forms/form.tsx'
import { PreviewFrame } from '../ui/preview-frame.tsx'

type Fields = ComponentProps<typeof PreviewFrame>['fields']

interface PreviewButtonProps {
  /** The list whose form is previewed, or 'site'. */
  area: string
  page: (given: Record<string, unknown>) => string
  inputOf: (text: Text, all: (name: string) => string[]) => Record<string, unknown>
}

/** Shows the real page as it would be after saving this form, without saving. */
export function PreviewButton({ area, page, inputOf }: PreviewButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<Fields>()
  const look = () => {
    const form = button.current?.form
    if (!form) return
    const input = inputOf(readForm(form), name => new FormData(form).getAll(name).map(String))
    setAsked({ area, input: JSON.stringify(input), page: page(input) })
  }
  return (
    <>
      <Button ref={button} look="secondary" onClick={look}>
        Preview
      </Button>
      {asked && <Preview fields={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Preview({ fields, onClose }: { fields: Fields; onClose: () => void }) {
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops events from reaching the form around it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div onClick={event => event.stopPropagation()}>
      <Dialog title="Preview: nothing has been saved" size="wide" onClose={onClose}>
        <PreviewFrame fields={fields} />
      </Dialog>
    </div>,
    document.body,
  )
}
