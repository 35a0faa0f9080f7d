import './demo-accounts.css'
import { fillInForm } from '#web/ui/forms/form.tsx'

const accounts = [
  { email: 'parent@example.test', about: 'two children, 5 credits' },
  { email: 'second@example.test', about: 'one child, no credits' },
  { email: 'newcomer@example.test', about: 'no child yet' },
]
const password = 'Password1'

/** Shows the demo business's families (demo mode only). Pressing one fills in the form. */
export function DemoAccounts() {
  const fillIn = (form: HTMLFormElement | null, email: string) => {
    if (!form) return
    fillInForm(form, { email, password })
    form.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  return (
    <fieldset className="demo-accounts small">
      <legend>Demo</legend>
      <p>
        Choose a family to try the site with. Their password is <b>{password}</b>.
      </p>
      <ul className="stack gap-s above-s">
        {accounts.map(({ email, about }) => (
          <li key={email}>
            <button type="button" onClick={event => fillIn(event.currentTarget.form, email)}>
              <b>{email}</b> <span className="quiet">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
