import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { allowRate, forgetTries } from '#server/features/accounts/allow-rate.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { findActiveMember, hasWayIn } from './member-queries.ts'
import { type PasskeyAnswer, recogniseByPasskey } from './sign-in-by-passkey.ts'
import { spendCode } from './spend-code.ts'

/** Proves once more who is signed in, by a passkey of theirs (decision O-07). */
export async function confirmByPasskey(
  request: OfficeRequest,
  answer: PasskeyAnswer,
): Promise<Acted<Record<string, never>>> {
  await limit(request)
  const member = await recogniseByPasskey(request, answer)
  requireThat(member?.id === request.staff.staffId, officeSentences.signInFailed)
  return writeProof(request, async () => 'passkey')
}

/** The same by password and code. Somebody of the demo, who has no way in, proves it by pressing. */
export async function confirmByPassword(
  request: OfficeRequest,
  { password, code }: { password: string; code: string },
): Promise<Acted<Record<string, never>>> {
  const { db, config, staff } = request
  await limit(request)
  const member = await findActiveMember(db, staff.staffId)
  requireThat(member, officeSentences.signInFailed)
  if (config.business === 'demo' && !(await hasWayIn(db, member.id)))
    return writeProof(request, async () => 'demo')
  requireThat(await checkPassword(password, member.password_hash || undefined), officeSentences.signInFailed)
  return writeProof(request, tx => spendCode(tx, request, member, code))
}

/** Fifteen proofs an hour are more than anybody needs, and fewer than a guess does. */
const limit = ({ db, staff, clock }: OfficeRequest) => allowRate(db, triesOf(staff), clock())
const triesOf = ({ staffId }: OfficeRequest['staff']) => ({
  key: `office-confirm:${staffId}`,
  atMost: 15,
  perMinutes: 60,
})

const writeProof = (request: OfficeRequest, prove: (tx: Tx) => Promise<string | undefined>) =>
  act(request, {}, async tx => {
    const { staff, clock } = request
    const way = await prove(tx)
    requireThat(way, officeSentences.signInFailed)
    await tx
      .updateTable('staff_sessions')
      .set({ confirmed_at: clock() })
      .where('id', '=', staff.sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    await forgetTries(tx, triesOf(staff).key)
    const subject = { subjectKind: 'staffSession', subjectId: staff.sessionId }
    return { answer: {}, action: { action: 'session.confirm', ...subject, facts: { way } } }
  })
