/** Names the page's `main`, on which the focus lands after a navigation. A file of its own: the frame loads no page's head. */
export const pageTitleId = 'page-title'
