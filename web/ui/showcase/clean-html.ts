import DOMPurify, { type Config } from 'dompurify'

const film = ['controls', 'autoplay', 'muted', 'playsinline']
const forbidden: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'template', 'slot', 'dialog'],
  FORBID_ATTR: ['style', 'popover', 'popovertarget'],
  SANITIZE_NAMED_PROPS: true,
}
const embeds = 'embed, oembed, media, video'

/**
 * Removes scripts, and turns every embedded film into a muted video with controls (decision C-23). Returns
 * TrustedHTML where the browser supports it, the only HTML that the page's policy allows.
 */
export function cleanHtml(html: string): string | TrustedHTML {
  const text = DOMPurify.sanitize(html, {
    ...forbidden,
    ADD_TAGS: ['embed', 'oembed', 'media'],
    ADD_ATTR: ['url', ...film],
    RETURN_DOM: true,
  }) as HTMLElement | null
  for (const embedded of text?.querySelectorAll(embeds) ?? []) embedded.replaceWith(...asVideo(embedded))
  return DOMPurify.sanitize(text?.innerHTML ?? '', {
    ...forbidden,
    ADD_ATTR: film,
    RETURN_TRUSTED_TYPE: true,
  })
}

function asVideo(embedded: Element): HTMLVideoElement[] {
  const source =
    embedded.getAttribute('src') ??
    embedded.getAttribute('url') ??
    embedded.querySelector('source')?.getAttribute('src')
  if (!source) return []
  const video = embedded.ownerDocument.createElement('video')
  for (const attribute of film) video.setAttribute(attribute, '')
  video.setAttribute('src', source)
  return [video]
}

/** Starts the films of a text, because those added by script do not always start themselves. */
export function playFilms(text: Element): void {
  for (const film of text.querySelectorAll<HTMLVideoElement>('video[autoplay]')) {
    if (film.paused) film.play().catch(() => undefined)
  }
}
