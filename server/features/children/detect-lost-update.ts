import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import type { SignedIn } from '#server/request/actor.ts'

/**
 * Records that a sign-in reads a child, or all of its children. Called before the read, so that a save in
 * between counts as unread.
 */
export async function noteRead(db: Db, tokenId: number, childId?: number): Promise<void> {
  await db
    .deleteFrom('unread_child_changes')
    .where('token_id', '=', tokenId)
    .$if(childId !== undefined, query => query.where('child_id', '=', childId as number))
    .execute()
}

/** Records a save that the account's other sign-ins have not read yet. */
export async function noteSave(tx: Tx, { accountId, tokenId }: SignedIn, childId: number): Promise<void> {
  await noteRead(tx, tokenId, childId)
  await noteUnread(tx, accountId, childId, tokenId)
}

/**
 * Records that no sign-in of the account has read the child's present state, except the one that saved it
 * (`tokenId`).
 */
export async function noteUnread(tx: Tx, accountId: number, childId: number, tokenId = 0): Promise<void> {
  await sql`insert into unread_child_changes (token_id, child_id)
    select id, ${childId} from access_tokens
    where account_id = ${accountId} and id <> ${tokenId} and revoked_at is null
    on conflict do nothing`.execute(tx)
}

/** Whether another sign-in saved the child since this one last read it. */
export async function hasUnreadChange(tx: Tx, { tokenId }: SignedIn, childId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('unread_child_changes')
    .select('child_id')
    .where('token_id', '=', tokenId)
    .where('child_id', '=', childId)
    .executeTakeFirst()
  return found !== undefined
}
