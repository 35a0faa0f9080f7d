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

export function keepFormDraft(key: string, form: HTMLFormElement): void {
  const values = controlsOf(form)
    .filter(control => !isTicked(control) || control.checked)
    .map(control => [control.name, control.value])
  keepDraft(key, JSON.stringify(values))
}

/** Fills the form in again; says whether there was anything. */
export function restoreFormDraft(key: string, form: HTMLFormElement): boolean {
  const draft = readDraft(key)
  if (draft === undefined) return false
  const values = JSON.parse(draft) as [name: string, value: string][]
  for (const control of controlsOf(form)) {
    const given = values.filter(([name]) => name === control.name).map(([, value]) => value)
    const before = stateOf(control)
    if (isTicked(control)) control.checked = given.includes(control.value)
    else if (given[0] !== undefined) control.value = given[0]
    // What was entered where it is folded away is seen again.
    if (stateOf(control) !== before) openFold(control)
  }
  return true
}

const stateOf = (control: Control) => (isTicked(control) ? control.checked : control.value)

/** Opens what a field is folded away in. */
export const openFold = (control: Element | undefined): void =>
  control?.closest('details')?.setAttribute('open', '')
