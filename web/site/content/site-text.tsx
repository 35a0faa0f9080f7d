import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { siteSettings } from '#contract/content.ts'
import type { Value } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { siteTextsQuery } from './queries.ts'

type TextName = Extract<keyof Value<typeof siteSettings>, `${string}Html`>

/** Shows one of the long texts of the settings, or that it is loading, not written yet or failed to load. */
export function SiteText({ name }: { name: TextName }) {
  const { data: site, isError, refetch } = useQuery(siteTextsQuery(useApi()))
  if (!site) return isError ? <ErrorPanel onRetry={refetch} /> : <TextSkeleton />
  if (site[name]) return <RichText html={site[name]} />
  return (
    <EmptyState title="Nothing here yet" action={<LinkButton to={addresses.contact()}>Ask us</LinkButton>}>
      We are still writing this page.
    </EmptyState>
  )
}
