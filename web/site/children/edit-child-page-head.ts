import type { Head, HeadContext } from '#web/rendering/routes.ts'

/** One page for both: without an id a child is added, with one it is edited. */
export const editChildPageHead = ({ url }: HeadContext): Head => ({
  title: url.searchParams.has('id') ? 'Edit child' : 'Add child',
})
