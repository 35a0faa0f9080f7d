/**
 * The id of the title that names the page's `main`, which gets the focus after a navigation. It has its own file,
 * because the frame does not load a page's heading.
 */
export const pageTitleId = 'page-title'
