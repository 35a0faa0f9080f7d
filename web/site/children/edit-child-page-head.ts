import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'

/** Returns the head of the page that adds a child, or with an id edits one. */
export const editChildPageHead = ({ url }: HeadContext): Head => ({
  title: addresses.editChild.read(url.searchParams).childId ? 'Edit child' : 'Add child',
})
