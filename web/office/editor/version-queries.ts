import { useQuery } from '@tanstack/react-query'
import { useOfficeApi } from '#web/office/office-api.ts'

/** What a text said before: of the site's an area and its key, of a list's thing the list and `12.contentHtml`. */
export interface TextName {
  area: string
  key: string
}

/** The last twenty versions of a text, asked for when they are wanted. */
export function useVersions(name: TextName, enabled: boolean) {
  const api = useOfficeApi()
  return useQuery({ queryKey: ['versions', name], queryFn: () => api.site.versions(name), enabled })
}
