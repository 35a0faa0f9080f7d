import './form-progress.css'
import { useRef, useState } from 'react'
import { useFormReading } from './form.tsx'

/** Shows how many answers to starred fields a long form still needs. It stays visible inside the form. */
export function FormProgress({ fields }: { fields: readonly string[] }) {
  const bar = useRef<HTMLProgressElement>(null)
  const [filled, setFilled] = useState(0)
  useFormReading(bar, text => setFilled(fields.filter(name => text(name).trim() !== '').length))
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
          : `${left} ${left === 1 ? 'answer' : 'answers'} left`}
      </p>
    </div>
  )
}
