import sanitizeHtml from 'sanitize-html'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireThat } from '#domain/refusal.ts'

const text = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'div', 'span']
const marks = ['strong', 'b', 'em', 'i', 'u', 's', 'small', 'mark', 'sub', 'sup', 'abbr', 'a']
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd']
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const pictures = ['figure', 'figcaption', 'img', 'video', 'source']

/** The elements that are removed with their text. Other unknown elements leave their text behind. */
const withContent = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
  ...['template', 'svg', 'math', 'xmp', 'plaintext', 'title', 'select', 'button', 'frameset', 'applet'],
]

const film = { controls: '', autoplay: '', muted: '', playsinline: '' }
const aligned = /text-align\s*:\s*(center|right)\b/i

/** Turns an embedded film into a muted video with controls (decision C-23). */
const asVideo = (address: 'src' | 'url') => (_name: string, given: sanitizeHtml.Attributes) => ({
  tagName: 'video',
  attribs: { ...film, ...(given[address] ? { src: given[address] } : {}) },
})

/** Turns alignment into a class, the only use of `style` in business texts. The security policy forbids `style`. */
const aligning = (tagName: string, { style, ...attribs }: sanitizeHtml.Attributes) => {
  const alignment = aligned.exec(style ?? '')?.[1]?.toLowerCase()
  const classes = [attribs.class, alignment && `align-${alignment}`].filter(Boolean).join(' ')
  return { tagName, attribs: { ...attribs, ...(classes ? { class: classes } : {}) } }
}

const options: sanitizeHtml.IOptions = {
  allowedTags: [...text, ...marks, ...lists, ...tables, ...pictures],
  allowedAttributes: {
    '*': ['class', 'lang', 'dir'],
    a: ['href', 'title'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    video: ['src', ...Object.keys(film)],
    source: ['src', 'type'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedClasses: { '*': ['align-center', 'align-right', 'media', 'image', 'table'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: {
    img: ['https', 'http'],
    video: ['https', 'http'],
    source: ['https', 'http'],
  },
  allowProtocolRelative: false,
  nonTextTags: withContent,
  nestingLimit: 50,
  transformTags: {
    embed: asVideo('src'),
    media: asVideo('src'),
    video: asVideo('src'),
    oembed: asVideo('url'),
    ...Object.fromEntries(
      ['p', 'h1', 'h2', 'h3', 'h4', 'div', 'td', 'th', 'figure'].map(tag => [tag, aligning]),
    ),
  },
}

/**
 * Cleans rich text for storage: removes every element and attribute that is not listed above. Everything that
 * writes a `…_html` column uses it (decision C-24). Cleaning twice changes nothing. The result is HTML as a
 * browser writes it, so that the page need not rewrite it.
 */
export function cleanHtml(html: string): string {
  requireThat(html.length <= maxLetters && depthOf(html) <= maxDepth, catalogueSentences.textTooLong)
  return sanitizeHtml(html, options).replaceAll(' />', '>')
}

/** Cleaning blocks the process: this many characters take a fifth of a second. */
const maxLetters = 150_000
/** Cleaning time grows with the square of the depth: half a megabyte of `<b>` took 49 seconds. */
const maxDepth = 1_000
const neverClosed = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])

/** Returns how deeply elements are nested. An end tag closes only an element of its own name. */
function depthOf(html: string): number {
  const open = new Map<string, number>()
  let [depth, deepest] = [0, 0]
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase()
    if (neverClosed.has(name)) continue
    const before = open.get(name) ?? 0
    const after = Math.max(0, before + (slash ? -1 : 1))
    open.set(name, after)
    depth += after - before
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Returns the paths of our pictures in a text, as a picture's field stores them. */
export const picturesIn = (html: string): string[] => html.match(/\buploads\/[0-9a-f]{32}\.webp/g) ?? []

const withinLine = new RegExp(`</?(?:${[...marks, 'span', 'code'].join('|')})\\b[^>]*>`, 'g')

/** Returns the text of clean HTML, each block on its own line. */
export const linesOf = (html: string): string => html.replace(withinLine, '').replace(/<[^>]*>/g, '\n')
