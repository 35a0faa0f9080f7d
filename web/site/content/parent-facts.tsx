import './parent-facts.css'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useApi } from '#web/api.ts'
import { siteSettingsQuery } from './queries.ts'

/** Lists what parents look for before they book, as the business wrote it; nothing if it wrote nothing. */
export function ParentFacts({ className = '' }: { className?: string }) {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  if (!site?.facts.length) return null
  return (
    <ul aria-label="What you can rely on" className={`parent-facts ${className}`}>
      {site.facts.map(fact => (
        <li key={fact}>
          <Check aria-hidden="true" className="icon" />
          {fact}
        </li>
      ))}
    </ul>
  )
}
