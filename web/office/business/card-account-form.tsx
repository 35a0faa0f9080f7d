import type { OfficeApi } from '#contract/office/client.ts'
import { cardAccountSentences, rightsOfKey } from '#domain/office/card-account-sentences.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useSaveCardAccount } from './business-queries.ts'

type CardAccount = Awaited<ReturnType<OfficeApi['business']['cardAccount']>>

/** The form of Stripe's secret key. It is saved once Stripe knows it, and our address is registered there. */
export function CardAccountForm({ account }: { account: CardAccount }) {
  const save = useSaveCardAccount()
  return (
    <>
      <EditForm
        thing={account}
        fields={() => ({ secretKey: '' })}
        checks={text => [
          {
            field: 'secretKey',
            holds: text('secretKey').trim() !== '',
            sentence: cardAccountSentences.secretKey,
          },
        ]}
        save={account.accountName ? 'Check and replace the key' : 'Check and save'}
        done="Stripe knows this key"
        onSave={(text, { requestId, version }) =>
          save.mutateAsync({ secretKey: text('secretKey').trim(), requestId, version })
        }
      >
        <PasswordField
          // Empty again once it was saved.
          key={account.version}
          label="Secret key"
          name="secretKey"
          autoComplete="off"
          isStarred
          hint={
            account.accountName
              ? `The key of ${account.accountName} is kept encrypted and never shown again`
              : 'In Stripe under Developers, API keys. It is kept encrypted and never shown again'
          }
        />
      </EditForm>
      <details>
        <summary className="press-line">The rights of a restricted key</summary>
        <div className="stack gap-s set-up-lines">
          <p className="quiet">
            A restricted key can do less than the secret one if it is stolen. It needs these rights. Messages
            of Stripe are set up for you when you save.
          </p>
          <ul>
            {rightsOfKey.map(right => (
              <li key={right}>{right}</li>
            ))}
          </ul>
          <p>
            <CopyButton
              text={rightsOfKey.join('\n')}
              otherwise="Please mark and copy the list."
              of="the rights"
            />
          </p>
        </div>
      </details>
    </>
  )
}
