import { type MadeAccount, makeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import type { TestApp } from './start-test-app.ts'

export interface Family extends MadeAccount {
  childId: number
}

/** A signed-in account with one child. */
export async function makeFamily(
  app: TestApp,
  given: Parameters<typeof makeAccount>[1] = {},
): Promise<Family> {
  const account = await makeAccount(app, given)
  return { ...account, childId: await makeChild(app, account) }
}
