import './staff.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { focusBeginning } from '#web/navigation/arrival.ts'
import { useOfficeApi } from '../office-api.ts'
import { useBrandColour } from '../ui/brand-colour.ts'
import { waysQuery } from './staff-queries.ts'

/** A page before signing in, with the business's name and colour. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { data: ways } = useQuery(waysQuery(useOfficeApi()))
  useBrandColour(ways?.accent)
  useEffect(() => {
    document.title = `${title} · Office`
    focusBeginning()
  }, [title])
  return (
    <div className="door">
      {/* Its line is reserved until the name is known. */}
      {ways?.business !== '' && <p className="strong">{ways?.business ?? '\u00a0'}</p>}
      <h1 tabIndex={-1} data-arrival>
        {title}
      </h1>
      {children}
    </div>
  )
}
