type Part = Markup | Markup[] | string | number | false | null | undefined

export type Markup = { readonly markup: string }

/** Builds markup. Text is escaped; only markup made by `html` itself goes in unchanged. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(render)) }
}

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return part.markup
  return String(part).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
