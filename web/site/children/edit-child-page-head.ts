import * as addresses from '#contract/addresses.ts'
import type { Head, HeadContext } from '#web/page.ts'

/** One page for both: without an id a child is added, with one it is edited. */
export const editChildPageHead = ({ url }: HeadContext): Head => ({
  title: addresses.editChild.read(url.searchParams).childId ? 'Edit child' : 'Add child',
})
