import type { OfficeApi } from '#contract/office/client.ts'
import { rowOf } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

/** Returns functions that change dates as the planner does, each at its stored version unless told otherwise. */
export function dateChanges(app: TestApp, office: () => OfficeApi) {
  const change = (
    ids: number[],
    changes: Parameters<OfficeApi['planner']['saveSessions']>[0]['changes'],
    more: { tell?: boolean; reason?: string; version?: number } = {},
  ) =>
    Promise.all(
      ids.map(async id => ({
        id,
        version: more.version ?? (await rowOf(app.db, 'sessions', { id })).version,
      })),
    ).then(sessions =>
      office().planner.saveSessions({
        sessions,
        changes,
        tell: more.tell ?? false,
        reason: more.reason ?? '',
      }),
    )
  /** Returns why dates were left unchanged. */
  const leftOf = async (...given: Parameters<typeof change>) =>
    (await change(...given)).left.map(({ sentence }) => sentence)
  return { change, leftOf }
}
