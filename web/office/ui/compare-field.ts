import { plainText } from '#web/ui/showcase/plain-text.ts'

const controlsOf = (form: HTMLFormElement, name: string) =>
  [...form.elements].filter(element => element.getAttribute('name') === name)

/**
 * Whether a field differs from its initial value. A field that shows another's state (`data-shows`) changes with that
 * one. If the initial value is unknown, the rendered one counts.
 */
export function hasChanged(form: HTMLFormElement, name: string, began: Record<string, string>): boolean {
  const [control] = controlsOf(form, name)
  if (!(control instanceof HTMLElement)) return false
  const { shows } = control.dataset
  if (shows) return hasChanged(form, shows, began)
  const text = began[name]
  if (text !== undefined) return compareField(form, name, text) !== undefined
  return control instanceof HTMLInputElement && control.value !== control.defaultValue
}

/** Returns both versions of a field as a person reads them; undefined when equal. */
export function compareField(form: HTMLFormElement, name: string, text: string) {
  const [control, ...others] = controlsOf(form, name)
  const boxes = [control, ...others] as HTMLInputElement[]
  if (others.length > 0)
    return boxes[0]?.type === 'radio' ? compareChoice(boxes, text) : compareTicks(boxes, text)
  if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)) {
    const isTickedThere = text.split(',').includes(control.value)
    if (control.checked === isTickedThere) return undefined
    const words = (isTicked: boolean) => (isTicked ? 'Yes' : 'No')
    return { label: labelOf(control), theirs: words(isTickedThere), mine: words(control.checked) }
  }
  if (control instanceof HTMLSelectElement) {
    if (control.value === text) return undefined
    const wordOf = (value: string) =>
      [...control.options].find(option => option.value === value)?.text ?? value
    return { label: labelOf(control), theirs: wordOf(text), mine: wordOf(control.value) }
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return undefined
  // A single-line input drops line breaks.
  const kept = control instanceof HTMLInputElement ? text.replace(/[\r\n]/g, '') : text
  return control.value.trim() === kept.trim()
    ? undefined
    : { label: labelOf(control), theirs: plainText(text), mine: plainText(control.value) }
}

/** Compares a choice of one. */
function compareChoice(radios: HTMLInputElement[], text: string) {
  const mine = radios.find(({ checked }) => checked)
  if ((mine?.value ?? '') === text) return undefined
  const there = radios.find(({ value }) => value === text)
  return {
    label: legendOf(radios),
    theirs: there ? labelOf(there) : text,
    mine: mine ? labelOf(mine) : '',
  }
}

const legendOf = ([box]: HTMLInputElement[]) =>
  box?.closest('fieldset')?.querySelector('legend')?.textContent ?? ''

/** Compares boxes of one name, whose text is 'class,event'. */
function compareTicks(boxes: HTMLInputElement[], text: string) {
  const theirs = text.split(',')
  if (boxes.every(({ checked, value }) => checked === theirs.includes(value))) return undefined
  const wordsOf = (isIn: (box: HTMLInputElement) => boolean) => boxes.filter(isIn).map(labelOf).join(', ')
  return {
    label: legendOf(boxes),
    theirs: wordsOf(({ value }) => theirs.includes(value)),
    mine: wordsOf(({ checked }) => checked),
  }
}

const labelOf = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  (control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? control.name).replace(
    /\s*\*$/,
    '',
  )
