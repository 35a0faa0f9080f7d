import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useImageUrl } from '#web/settings.ts'
import { siteSettingsQuery } from './queries.ts'

/** The business's logo, which leads home. */
export function Logo({ className = '' }: { className?: string }) {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const imageUrl = useImageUrl()
  return (
    <PageLink to={addresses.home()} aria-label="Home" className={`logo ${className}`}>
      {site?.logo && <img src={imageUrl(site.logo)} alt="" />}
    </PageLink>
  )
}
