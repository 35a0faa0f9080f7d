import './staff.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { longMoment } from '#domain/format-dates.ts'
import type { Role } from '#domain/office/permissions.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { settingsTabs } from '../business/settings-tabs.ts'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { RoleField, useRoleOptions } from './role-field.tsx'
import { roleWords } from './role-words.ts'
import {
  staffQuery,
  useEndMemberSessions,
  useResend,
  useResetSecondFactor,
  useSetRole,
  useSuspend,
  useWithdraw,
} from './staff-queries.ts'

type Staff = Awaited<ReturnType<OfficeApi['staff']['list']>>
type Member = Staff['members'][number]

/** Lists members and invitations, with their actions (spec 3 §6). */
export function StaffPage() {
  const { data, error, refetch } = useQuery(staffQuery(useOfficeApi()))
  const [isInviting, setInviting] = useState(false)
  const [openedId, setOpenedId] = useState<number>()
  const opened = data?.members.find(({ id }) => id === openedId)
  return (
    <>
      <PageHead
        title="Staff"
        action={<Button onClick={() => setInviting(true)}>Invite somebody</Button>}
        tabs={settingsTabs}
      />
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {!data && !error && <ListLoading count={4} />}
      <ul className="person-rows" aria-label="Who works here">
        {data?.members.map(member => (
          <li key={member.id}>
            <Avatar name={member.fullName} size="small" />
            <div className="person-words">
              <p>
                <span className="strong">{member.fullName}</span> · {roleWords[member.role]}{' '}
                {member.status === 'suspended' && <StateWord is="off">Suspended</StateWord>}
              </p>
              <p className="quiet">
                {member.email} ·{' '}
                {member.lastUsedAt
                  ? `last here ${longMoment(new Date(member.lastUsedAt))}`
                  : 'has not signed in'}{' '}
                · {waysIn(member)}
              </p>
              {member.nextDate && (
                <p>
                  <PageLink to={`${addresses.planner()}?teacher=${member.id}&day=${member.nextDate}`}>
                    Teaches {comingDates(member)}
                  </PageLink>
                </p>
              )}
            </div>
            <Button
              look="secondary"
              size="small"
              aria-label={`Change ${member.fullName}`}
              onClick={() => setOpenedId(member.id)}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      {isInviting && <InvitePanel onClose={() => setInviting(false)} />}
      {opened && <ChangeMember member={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  )
}

const comingDates = ({ coming }: Member) => (coming === 1 ? '1 coming date' : `${coming} coming dates`)

/** Describes a member's credentials. */
function waysIn({ hasPassword, passkeys }: Member): string {
  const ways = [
    hasPassword && 'a password',
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
  ].filter(Boolean)
  return ways.length > 0 ? `with ${ways.join(' and ')}` : 'with neither password nor passkey'
}

function Invitations({ invitations }: Pick<Staff, 'invitations'>) {
  const resend = useResend()
  const withdraw = useWithdraw()
  const sendAgain = async (id: number, email: string) => {
    await resend.mutateAsync({ id })
    showSuccess(`A new link was sent to ${email}`)
  }
  return (
    <section aria-label="Invitations" className="own-part">
      <h2>Invitations</h2>
      <ul className="person-rows">
        {invitations.map(({ id, email, fullName, role, expiresAt, isOver }) => (
          <li key={id}>
            <div>
              <p>
                <span className="strong">{fullName || email}</span> · {roleWords[role]}{' '}
                <StateWord is={isOver ? 'look' : 'open'}>
                  {isOver ? 'Expired' : `Open until ${longMoment(new Date(expiresAt))}`}
                </StateWord>
              </p>
              <p className="quiet">{email}</p>
            </div>
            <span className="row gap-s">
              <Button
                look="secondary"
                size="small"
                aria-label={`Send again: ${email}`}
                isBusy={resend.isPending && resend.variables.id === id}
                onClick={() => void sendAgain(id, email).catch(() => {})}
              >
                Send again
              </Button>
              <Button
                look="secondary"
                size="small"
                aria-label={`Withdraw: ${email}`}
                isBusy={withdraw.isPending && withdraw.variables.id === id}
                onClick={() => withdraw.mutate({ id })}
              >
                Withdraw
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChangeMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, version, fullName, status } = member
  const setRole = useSetRole()
  const suspend = useSuspend()
  const endSessions = useEndMemberSessions()
  const reset = useResetSecondFactor()
  const [ask, question] = useQuestion()
  const isSuspended = status === 'suspended'
  const options = useRoleOptions()
  const mayManage = options.some(({ value }) => value === member.role)
  const askToSuspend = async () => {
    const answer = await ask({
      title: `Suspend ${fullName}?`,
      children: (
        <>
          <p>They are signed out everywhere at once and cannot sign in again until you let them.</p>
          {member.coming > 0 && (
            <p>
              They teach {comingDates(member)}, and stay there until somebody else is chosen in the planner.
            </p>
          )}
        </>
      ),
      verb: `Suspend ${fullName}`,
      wantsReason: true,
    })
    if (answer) await suspend.mutateAsync({ id, version, isSuspended: true, ...answer })
  }
  const askToReset = async () => {
    const answer = await ask({
      title: `Reset the sign-in of ${fullName}?`,
      children: (
        <p>
          Their passkeys, password, authenticator, recovery codes and sessions end. A link to start again goes
          to {member.email}.
        </p>
      ),
      verb: 'Reset it',
      wantsReason: true,
    })
    if (!answer) return
    await reset.mutateAsync({ id, ...answer })
    showSuccess(`A link was sent to ${member.email}`)
  }
  const signThemOut = async () => {
    await endSessions.mutateAsync({ id })
    showSuccess(`${fullName} was signed out`)
  }
  const quietly = (press: Promise<unknown>) => void press.catch(() => {})
  return (
    <SidePanel title={fullName} onClose={onClose}>
      {mayManage ? (
        <div className="stack">
          <EditForm
            thing={member}
            fields={({ role }) => ({ role })}
            onSave={(text, press) =>
              setRole.mutateAsync({
                id,
                role: text('role') as Role,
                requestId: press.requestId,
                version: press.version,
              })
            }
          >
            <RoleField hint="A new role signs them out everywhere" />
          </EditForm>
          <div className="row">
            <Button look="secondary" onClick={() => quietly(signThemOut())}>
              End their sessions
            </Button>
            <Button look="secondary" onClick={() => quietly(askToReset())}>
              Reset their sign-in
            </Button>
            {isSuspended ? (
              <Button
                look="secondary"
                onClick={() => suspend.mutate({ id, version, isSuspended: false, reason: '' })}
              >
                Let them in again
              </Button>
            ) : (
              <Button look="secondary" onClick={() => quietly(askToSuspend())}>
                Suspend
              </Button>
            )}
          </div>
        </div>
      ) : (
        <p>Only an owner may change them.</p>
      )}
      {question}
    </SidePanel>
  )
}
