import * as addresses from '#contract/addresses.ts'
import { useLocation } from '#web/navigation/router.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { useTakeBackEmail } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/**
 * The page of the link that an address is mailed when its account gets another one (record 028). Nothing happens until
 * the button is pressed, because mailbox scanners open links too.
 */
export function TakeBackPage() {
  const { hash } = useLocation()
  const takeBack = useTakeBackEmail()
  const outcome = takeBack.data?.outcome
  const secret = hash.slice(1)
  if (outcome === undefined) {
    return (
      <SignInFrame title="Was it not you?">
        <div className="stack gap-l">
          <p>
            The email address of your account was changed. If it was not you, take the account back to this
            address: that ends every log-in, on every device.
          </p>
          <Button isBusy={takeBack.isPending} onClick={() => takeBack.mutate({ secret })}>
            Take my account back
          </Button>
          <p>
            If it was you, or you asked us for it, say so. Where we made the change, your children’s medical
            and allergy notes are then shown again at once.
          </p>
          <Button
            look="secondary"
            isBusy={takeBack.isPending}
            onClick={() => takeBack.mutate({ secret, agrees: true })}
          >
            It was me
          </Button>
          <FailureNote error={takeBack.error} act="save" />
        </div>
      </SignInFrame>
    )
  }
  const { title, text, next, to } = outcomes[outcome]
  return (
    <SignInFrame title={title}>
      <div role="status" className="stack gap-l">
        <p>{text}</p>
        <LinkButton to={to()}>{next}</LinkButton>
      </div>
    </SignInFrame>
  )
}

const newPassword = { next: 'Choose a new password', to: addresses.resetPassword } as const

const outcomes = {
  undone: {
    title: 'Your account is yours again',
    text: 'It has this email address again, and everybody was logged out. The old password is not good any more: choose a new one with a code that we mail to you.',
    ...newPassword,
  },
  wasUndone: {
    title: 'Already taken back',
    text: 'This link has done its work: your account has this email address again. If you have not yet chosen a new password since, do it now.',
    ...newPassword,
  },
  tooLate: {
    title: 'This link has run out',
    text: 'An address can be taken back for seven days, and they are over. If the change was not yours, please contact us.',
    next: 'Contact us',
    to: addresses.contact,
  },
  agreed: {
    title: 'Thank you',
    text: 'You have agreed to the new email address. Please log in with it from now on.',
    next: 'Log in',
    to: addresses.logIn,
  },
} as const
