import type { QueryKey } from '@tanstack/react-query'

/** The data that a page embeds for the browser: the day in London, and the answers that it was rendered with. */
export interface PageData {
  today: string
  answers: [key: QueryKey, data: unknown][]
}
