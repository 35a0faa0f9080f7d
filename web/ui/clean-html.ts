import DOMPurify from 'dompurify'

const mediaAttributes = ['controls', 'autoplay', 'muted', 'playsinline'] as const

/** Removes what could run, and turns every embedded film into a muted video with controls (decision C-23). */
export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const asParsed = page.body.innerHTML
  for (const embedded of page.querySelectorAll('embed, oembed, media, video, iframe')) {
    const source =
      embedded.getAttribute('src') ?? embedded.getAttribute('url') ?? embedded.querySelector('source')?.src
    if (!source || embedded.localName === 'iframe') {
      embedded.remove()
      continue
    }
    const video = page.createElement('video')
    video.setAttribute('src', source)
    for (const attribute of mediaAttributes) video.setAttribute(attribute, '')
    embedded.replaceWith(video)
  }
  const clean = DOMPurify.sanitize(page.body.innerHTML, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
    FORBID_ATTR: ['style'],
    ADD_ATTR: ['muted', 'playsinline', 'autoplay'],
  })
  // Given back as it was when there was nothing to do: then React leaves what is on the page alone.
  return clean === asParsed ? html : clean
}
