import type { Head, HeadContext } from '#web/routes.tsx'
import { siteSettingsQuery } from './queries.ts'

/** A text's own beginning describes it best. */
export function siteTextPageHead({ api, url, read, publicUrl }: HeadContext): Head {
  const site = read(siteSettingsQuery(api))
  const isEvents = url.pathname.toLowerCase() === '/home/events'
  const title = isEvents ? 'Events' : 'Parent class'
  const html = (isEvents ? site?.eventsHtml : site?.parentClassHtml) ?? ''
  const description = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return {
    title,
    description,
    schema: { '@type': 'WebPage', name: title, description, url: publicUrl + url.pathname },
  }
}
