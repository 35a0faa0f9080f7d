import { fillInForm } from '#web/ui/form.tsx'

const accounts = [
  { email: 'parent@example.test', about: 'two children, 5 credits' },
  { email: 'second@example.test', about: 'one child, no credits' },
  { email: 'newcomer@example.test', about: 'no child yet' },
]
const password = 'Password1'

/** Demo mode alone: the families of the demo business, who fill the form in when they are pressed. */
export function DemoAccounts() {
  const fillIn = (form: HTMLFormElement | null, email: string) => {
    if (!form) return
    fillInForm(form, { email, password })
    form.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  return (
    <fieldset className="rounded-lg border-2 border-dashed border-sun bg-sun-soft p-4">
      <legend className="rounded-full bg-sun px-3 font-extrabold text-sm">Demo</legend>
      <p className="text-sm">
        Choose a family to try the site with. Their password is <b className="font-mono">{password}</b>.
      </p>
      <ul className="mt-3 grid gap-2">
        {accounts.map(({ email, about }) => (
          <li key={email}>
            <button
              type="button"
              className="min-h-11 w-full rounded-md border-2 border-line bg-white px-3 py-2 text-left text-sm hover:border-deep"
              onClick={event => fillIn(event.currentTarget.form, email)}
            >
              <b className="block">{email}</b> <span className="text-quiet">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
