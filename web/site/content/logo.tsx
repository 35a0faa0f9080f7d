import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { siteSettingsQuery } from './queries.ts'

/** The business's logo, which leads home. */
export function Logo({ className = '' }: { className?: string }) {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  return (
    <PageLink to={addresses.home()} aria-label="Home" className={`logo ${className}`}>
      {site?.logo && <Picture path={site.logo} />}
    </PageLink>
  )
}
