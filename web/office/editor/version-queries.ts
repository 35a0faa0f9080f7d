import { useQuery } from '@tanstack/react-query'
import { useOfficeApi } from '#web/office/office-api.ts'

/**
 * Names a text. One of the site: its area and key. One of an item of a list: the list as `area`, and the item's id
 * and field, like `12.contentHtml`, as `key`.
 */
export interface TextName {
  area: string
  key: string
}

/** Queries the last twenty versions of a text when `enabled`. */
export function useVersions(name: TextName, enabled: boolean) {
  const api = useOfficeApi()
  return useQuery({ queryKey: ['versions', name], queryFn: () => api.site.versions(name), enabled })
}
