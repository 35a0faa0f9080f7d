import type { waiting } from '#contract/office/waiting.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { lockFamily } from '#server/features/families/lock-family.ts'
import { addToQueue, alreadyWaiting } from '#server/features/waiting-list/join-waiting-list.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { readPosition } from './office-queries.ts'

type Asked = CallInput<typeof waiting.add>

/**
 * Adds a family's child to a waiting list, or its own contact if places are not for children. The class's
 * ages and membership do not matter (decision E-26). Mails the family, as if it had joined. Locks the
 * account, then like `addToQueue`.
 */
export async function addInOffice(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<CallOutput<typeof waiting.add>>> {
  const { accountId, childId = null, offeringId, sessionId } = asked
  const now = request.clock()
  try {
    const recorded = await recordAction(request, asked, async tx => {
      const { isFrozen } = await lockFamily(tx, accountId)
      requireThat(!isFrozen, peopleSentences.familyFrozen)
      const offering = await tx
        .selectFrom('offerings')
        .select('kind')
        .where('id', '=', offeringId)
        .executeTakeFirst()
      requireThat(offering, sentences.sessionNotFound)
      const isForChildren = offeringKinds[offering.kind].attendees === 'children'
      requireThat(isForChildren === (childId !== null), sentences.selectYourChild)
      const contact = isForChildren
        ? { fullName: '', email: '', phone: '' }
        : await readContact(tx, accountId)
      const waiter = {
        kind: offering.kind,
        offeringId,
        sessionId,
        accountId,
        childId,
        contact,
        guestNetwork: '',
        skipsClassRules: true,
      }
      const id = await addToQueue(tx, waiter, now)
      return {
        answer: { id, position: await readPosition(tx, id, now) },
        action: {
          action: 'queue.add',
          subjectKind: sessionId === undefined ? 'class' : 'session',
          subjectId: sessionId ?? offeringId,
          accountId,
          ...(childId !== null && { childIds: [childId] }),
          facts: { entry: id },
        },
      }
    })
    request.jobWaiting()
    return recorded
  } catch (error) {
    throw alreadyWaiting(error)
  }
}

async function readContact(tx: Tx, accountId: number) {
  const { first_name, last_name, email, mobile } = await tx
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email', 'mobile'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { fullName: `${first_name} ${last_name}`.trim() || email, email, phone: mobile }
}
