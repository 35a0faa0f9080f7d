import './preview-frame.css'
import { useEffect, useId, useRef } from 'react'

/**
 * Shows the real page as parents would see it (record 059). `fields` hold the form's area, input and page;
 * another `key` reloads it.
 */
export function PreviewFrame({ fields }: { fields: { area: string; input: string; page: string } }) {
  const form = useRef<HTMLFormElement>(null)
  const name = useId()
  useEffect(() => {
    form.current?.submit()
  }, [])
  return (
    <>
      <form ref={form} method="post" action="/office/preview" target={name} hidden>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} name={field} defaultValue={value} />
        ))}
      </form>
      <iframe name={name} title="The page as parents will see it" className="preview-page" />
    </>
  )
}
