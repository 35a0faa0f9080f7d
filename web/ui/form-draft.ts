// What was typed and not sent lives as long as the tab: never in local storage, and no passwords or codes.
const prefix = 'maypole.draft.'

/** When somebody signed out last, in whichever tab: what was typed before then is nobody's who reads it now. */
const signedOutKey = 'maypole.signed-out'

function forgetLastPersons(): void {
  const signedOut = localStorage.getItem(signedOutKey) ?? ''
  if (signedOut !== (sessionStorage.getItem(signedOutKey) ?? '')) forgetDrafts('')
  sessionStorage.setItem(signedOutKey, signedOut)
}

export function readDraft(key: string): string | undefined {
  forgetLastPersons()
  return sessionStorage.getItem(prefix + key) ?? undefined
}

export function keepDraft(key: string, text: string): void {
  forgetLastPersons()
  sessionStorage.setItem(prefix + key, text)
}

export const forgetDraft = (key: string): void => sessionStorage.removeItem(prefix + key)

/** For logging out of the site: the next person at this screen must not find anything, in no tab. */
export function forgetAllDrafts(): void {
  localStorage.setItem(signedOutKey, String(Date.now()))
  forgetLastPersons()
}

/** Those of this tab whose names begin so. */
export function forgetDrafts(beginning: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix + beginning)) sessionStorage.removeItem(key)
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const isKept = (control: Control) =>
  // Also while it is looked at, which makes a line of text of it.
  control.name !== '' && control.type !== 'password' && !/password|one-time/.test(control.autocomplete)

const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl).filter(isKept)

/** A field that somebody changed: what stands in it, and what it began with. */
type Kept = [name: string, values: string[], before: string]

/**
 * Keeps the fields that were changed, with what they began with: what nobody touched comes from the record again.
 * Without `touched` all fields are kept.
 */
export function keepFormDraft(
  key: string,
  form: HTMLFormElement,
  touched?: ReadonlyMap<string, string>,
): void {
  const controls = controlsOf(form)
  touched ??= new Map(controls.map(({ name }) => [name, '']))
  const kept = [...touched].flatMap(([name, before]): Kept[] => {
    const own = controls.filter(control => control.name === name)
    const values = own.filter(control => !isTicked(control) || control.checked).map(({ value }) => value)
    return own.length > 0 ? [[name, values, before]] : []
  })
  keepDraft(key, JSON.stringify(kept))
}

/** Fills in again what was changed, and answers what each of these fields began with. */
export function restoreFormDraft(key: string, form: HTMLFormElement): Map<string, string> {
  const draft = readDraft(key)
  const touched = new Map<string, string>()
  if (draft === undefined) return touched
  for (const [name, values, before] of JSON.parse(draft) as Kept[]) {
    touched.set(name, before)
    for (const control of controlsOf(form).filter(control => control.name === name)) {
      const shown = stateOf(control)
      if (isTicked(control)) control.checked = values.includes(control.value)
      else control.value = values[0] ?? ''
      // What was entered where it is folded away is seen again.
      if (stateOf(control) !== shown) openFold(control)
    }
  }
  return touched
}

const stateOf = (control: Control) => (isTicked(control) ? control.checked : control.value)

/** The fields that hold something else than the page gave them: typed before its code was there, perhaps. */
export const typedFields = (form: HTMLFormElement): string[] =>
  controlsOf(form)
    .filter(
      control =>
        !(control instanceof HTMLSelectElement) &&
        stateOf(control) !== (isTicked(control) ? control.defaultChecked : control.defaultValue),
    )
    .map(({ name }) => name)

/** Opens what a field is folded away in. */
export const openFold = (control: Element | undefined): void =>
  control?.closest('details')?.setAttribute('open', '')
