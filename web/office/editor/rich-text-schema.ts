import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list'
import { cleanHtml } from '#web/ui/showcase/clean-html.ts'

/** Parses a text into elements as the page shows it, cleaned first. */
export function elementsOf(html: string): HTMLElement {
  const holder = document.createElement('div')
  holder.innerHTML = cleanHtml(html) as string
  return holder
}

const attributesOf = (picture: HTMLElement) => {
  const [width, height] = [picture.getAttribute('width'), picture.getAttribute('height')]
  return {
    src: picture.getAttribute('src'),
    alt: picture.getAttribute('alt') ?? '',
    size: width && height ? { width, height } : {},
  }
}

const aligned = {
  attrs: { align: { default: null } },
  content: 'inline*',
  group: 'block',
} satisfies NodeSpec
const alignOf = (element: HTMLElement) => ({
  align: ['align-center', 'align-right'].find(name => element.classList.contains(name)) ?? null,
})
const classOf = (align: unknown) => (align ? { class: String(align) } : {})

/** Marks of a single element without attributes. */
const simpleMarks = ['u', 's', 'sub', 'sup', 'small', 'mark', 'code']
const simpleMark = (tag: string): MarkSpec => ({ parseDOM: [{ tag }], toDOM: () => [tag, 0] })

const atom = { group: 'block', atom: true, draggable: true } satisfies NodeSpec
const film = { controls: '', autoplay: '', muted: '', playsinline: '' }

/**
 * The elements that staff may write (spec 3 §2.5). Other elements of existing texts stay whole, and can be
 * moved or removed.
 */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      ...aligned,
      parseDOM: [{ tag: 'p', getAttrs: alignOf }],
      toDOM: ({ attrs }): DOMOutputSpec => ['p', classOf(attrs.align), 0],
    },
    heading: {
      ...aligned,
      attrs: { ...aligned.attrs, level: { default: 2 } },
      defining: true,
      parseDOM: [1, 2, 3, 4].map(level => ({
        tag: `h${level}`,
        getAttrs: (element: HTMLElement) => ({ ...alignOf(element), level }),
      })),
      toDOM: ({ attrs }): DOMOutputSpec => [`h${attrs.level}`, classOf(attrs.align), 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: { ...bulletList, content: 'list_item+', group: 'block' },
    ordered_list: { ...orderedList, content: 'list_item+', group: 'block' },
    list_item: { ...listItem, content: 'paragraph block*' },
    picture: {
      ...atom,
      // The size reserves its room in the page while it loads.
      attrs: { src: {}, alt: { default: '' }, caption: { default: '' }, size: { default: {} } },
      parseDOM: [
        {
          tag: 'figure',
          getAttrs: (element: HTMLElement) => {
            const image = element.querySelector('img')
            const caption = element.querySelector('figcaption')?.textContent ?? ''
            return image ? { ...attributesOf(image), caption } : false
          },
        },
        {
          tag: 'img[src]',
          getAttrs: attributesOf,
        },
      ],
      toDOM: ({ attrs: { src, alt, caption, size } }): DOMOutputSpec => [
        'figure',
        { class: 'image' },
        ['img', { src, alt, ...size }],
        ...(caption ? [['figcaption', caption]] : []),
      ],
    },
    film: {
      ...atom,
      attrs: { src: {} },
      parseDOM: [
        { tag: 'video[src]', getAttrs: (element: HTMLElement) => ({ src: element.getAttribute('src') }) },
      ],
      toDOM: ({ attrs }) => ['video', { ...film, src: attrs.src }],
    },
    kept: {
      ...atom,
      attrs: { html: {} },
      parseDOM: ['table', 'dl', 'pre', 'hr'].map(tag => ({
        tag,
        getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
      })),
      toDOM: ({ attrs }) => (elementsOf(attrs.html).firstElementChild as HTMLElement) ?? ['hr'],
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element: HTMLElement) => ({
            href: element.getAttribute('href'),
            title: element.getAttribute('title'),
          }),
        },
      ],
      toDOM: ({ attrs }) => ['a', attrs.title ? attrs : { href: attrs.href }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    ...Object.fromEntries(simpleMarks.map(tag => [tag, simpleMark(tag)])),
  },
})
