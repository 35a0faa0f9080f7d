import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSettings } from '#web/settings.ts'
import { Form, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { EmailField, emailGiven, signInDraft } from './email-field.tsx'
import { ForGrandchild } from './for-grandchild.tsx'
import { useKeptWords, useOnward } from './onward.ts'
import { useSignIn } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'

const checks = (text: Text) => [
  emailGiven(text('email')),
  { field: 'password', holds: text('password') !== '', sentence: sentences.passwordRequired },
]

export function LoginPage() {
  const onward = useOnward()
  const signIn = useSignIn()
  const { hasDemoPeople } = useSettings()
  return (
    <SignInFrame title="Log in" intro={useKeptWords()} hasAccountLinks>
      <Form
        draft={signInDraft}
        checks={checks}
        onSend={text => signIn.mutateAsync({ email: text('email').trim(), password: text('password') })}
        onSent={onward}
        className="stack gap-l"
      >
        {hasDemoPeople && <DemoAccounts />}
        <EmailField isStarred={false} />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <SubmitButton act="signIn">Log in</SubmitButton>
        <p className="centred">
          <PageLink to={addresses.resetPassword()} className="text-link forgotten">
            Forgotten your password?
          </PageLink>
        </p>
        <ForGrandchild />
      </Form>
    </SignInFrame>
  )
}
