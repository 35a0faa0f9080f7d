import './form-progress.css'
import { useEffect, useRef, useState } from 'react'
import { readForm } from './form.tsx'

/** How many of a long form's starred fields are filled in. Stands inside the form and stays in sight. */
export function FormProgress({ fields }: { fields: readonly string[] }) {
  const bar = useRef<HTMLProgressElement>(null)
  const [filled, setFilled] = useState(0)
  const names = fields.join(' ')
  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    const look = () => {
      const text = readForm(form)
      setFilled(names.split(' ').filter(name => text(name).trim() !== '').length)
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [names])
  const left = fields.length - filled
  return (
    <div className="form-progress">
      <progress
        ref={bar}
        value={filled}
        max={fields.length}
        aria-label="Fields with a * that are filled in"
      />
      <p className="small figures">
        {left === 0
          ? 'All fields with a * are filled in'
          : `${filled} of ${fields.length} fields with a * filled in`}
      </p>
    </div>
  )
}
