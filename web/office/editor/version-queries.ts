import { useQuery } from '@tanstack/react-query'
import { useOfficeApi } from '#web/office/office-api.ts'

/** Names a text: an area and key of the site, or a list and `12.contentHtml`. */
export interface TextName {
  area: string
  key: string
}

/** Queries the last twenty versions of a text when `enabled`. */
export function useVersions(name: TextName, enabled: boolean) {
  const api = useOfficeApi()
  return useQuery({ queryKey: ['versions', name], queryFn: () => api.site.versions(name), enabled })
}
