import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { businessNameOf, siteSettingsQuery } from './queries.ts'

/** The business's logo, or without one its name, as a link home. */
export function Logo({ className = '' }: { className?: string }) {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const name = site?.logo ? '' : businessNameOf(site)
  return (
    <PageLink
      to={addresses.home()}
      aria-label={name ? `${name}, home` : 'Home'}
      className={`logo ${className}`}
    >
      {site?.logo ? <Picture path={site.logo} /> : <span className="logo-name">{name}</span>}
    </PageLink>
  )
}
