import type { OfficeApi } from '#contract/office/client.ts'
import { mailPorts } from '#domain/office/mail-server.ts'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useSaveMailServer } from './business-queries.ts'

type MailServer = Awaited<ReturnType<OfficeApi['business']['mailServer']>>

const portWords: Record<number, string> = {
  587: '587, the usual one',
  465: '465, encrypted from the start',
  25: '25',
  2525: '2525',
}

/** The form of the mail server. It is saved if the server accepts the user and password. */
export function MailServerForm({ server }: { server: MailServer }) {
  const save = useSaveMailServer()
  return (
    <EditForm
      thing={server}
      fields={({ host, port, userName, senderAddress }) => ({
        host,
        port: String(port),
        userName,
        password: '',
        senderAddress,
      })}
      checks={text => [
        { field: 'host', holds: text('host').trim() !== '', sentence: mailServerSentences.hostName },
        {
          field: 'senderAddress',
          holds: text('senderAddress').trim() !== '',
          sentence: mailServerSentences.senderRequired,
        },
      ]}
      save="Check and save"
      done="The mail server took it. Now send yourself a test"
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          host: text('host').trim(),
          port: Number(text('port')),
          userName: text('userName').trim(),
          password: text('password'),
          senderAddress: text('senderAddress').trim(),
          requestId,
          version,
        })
      }
    >
      <Field
        label="Mail server"
        name="host"
        autoComplete="off"
        spellCheck="false"
        maxLength={253}
        isStarred
      />
      <Select
        label="Port"
        name="port"
        options={mailPorts.map(port => ({ value: port, label: portWords[port] ?? String(port) }))}
      />
      <Field
        label="User name"
        name="userName"
        autoComplete="off"
        spellCheck="false"
        maxLength={254}
        hint="Often your whole email address"
      />
      <PasswordField
        // Empties the field after each save.
        key={server.version}
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={
          server.hasPassword
            ? 'Leave it empty to keep the one that is there'
            : 'It is kept encrypted and never shown again'
        }
      />
      <Field
        label="Mails come from"
        name="senderAddress"
        type="email"
        autoComplete="email"
        hint="The name beside it is your business’s"
        isStarred
      />
    </EditForm>
  )
}

/** The DNS records of the sender's domain, each with a button that copies it. */
export const DnsRecords = ({ records }: { records: MailServer['dns'] }) => (
  <details>
    <summary className="press-line">What your domain needs, so that mails are trusted</summary>
    <div className="stack set-up-lines">
      <p className="quiet">
        Enter these as TXT records where you bought your domain. If your mail provider names its own line for
        SPF or DKIM, use that.
      </p>
      {records.map(({ use, name, value }) => (
        <div key={use} className="stack gap-s">
          <h3>{use}</h3>
          <p>{name}</p>
          <p className="hint-box">
            <code>{value}</code>
          </p>
          <p>
            <CopyButton text={value} otherwise="Please mark and copy the value." of={use} />
          </p>
        </div>
      ))}
    </div>
  </details>
)
