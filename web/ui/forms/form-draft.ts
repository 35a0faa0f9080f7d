// Unsent text lives as long as the tab: never in local storage, and without passwords or codes.
const prefix = 'maypole.draft.'

/** The time of the last sign-out in any tab, because earlier drafts must not be shown to the next person. */
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

/** Deletes drafts when a parent logs out, in every tab, so that the next person finds nothing. */
export function forgetAllDrafts(): void {
  localStorage.setItem(signedOutKey, String(Date.now()))
  forgetLastPersons()
}

/** Deletes this tab's drafts whose names begin with a prefix. */
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
  // A shown password is a text input, so its `autocomplete` counts too.
  control.name !== '' && control.type !== 'password' && !/password|one-time/.test(control.autocomplete)

const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl).filter(isKept)

/** A changed field: its values, and its initial value. */
type Kept = [name: string, values: string[], before: string]

/**
 * Stores the changed fields with their initial values; other fields come from the record again. Without
 * `touched` all fields are stored.
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

/** Restores the changed fields, and returns the initial value of each. */
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
      // Opens the fold that contains a restored field.
      if (stateOf(control) !== shown) openFold(control)
    }
  }
  return touched
}

const stateOf = (control: Control) => (isTicked(control) ? control.checked : control.value)

/** Returns the fields that differ from the page's initial values, such as those typed before its code arrived. */
export const typedFields = (form: HTMLFormElement): string[] =>
  controlsOf(form)
    .filter(
      control =>
        !(control instanceof HTMLSelectElement) &&
        stateOf(control) !== (isTicked(control) ? control.defaultChecked : control.defaultValue),
    )
    .map(({ name }) => name)

/** Opens the collapsed section that contains a field. */
export const openFold = (control: Element | undefined): void =>
  control?.closest('details')?.setAttribute('open', '')
