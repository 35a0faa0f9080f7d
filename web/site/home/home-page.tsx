import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { homeSettingsQuery } from '#web/site/content/queries.ts'

export function HomePage() {
  const home = useQuery(homeSettingsQuery(useApi()))
  return <h1>{home.data?.title1}</h1>
}
