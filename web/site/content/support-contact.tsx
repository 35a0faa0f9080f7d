import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { siteSettingsQuery } from './queries.ts'

/** The business's email address and telephone as links, for use within a sentence. */
export function useSupportContact() {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const email = site?.contactEmail ?? ''
  const phone = site?.contactPhone ?? ''
  return {
    email: (
      <a href={`mailto:${email}`} className="text-link">
        {email}
      </a>
    ),
    phone: (
      <a href={`tel:${phone.replace(/\s/g, '')}`} className="text-link one-line">
        {phone}
      </a>
    ),
  }
}
