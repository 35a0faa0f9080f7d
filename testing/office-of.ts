import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { issueStaffSession } from '#server/features/staff/staff-sessions.ts'
import { writeRow } from './rows.ts'
import type { Answered, TestApp } from './start-test-app.ts'

/** Where a call of the office comes from, as its headers say. */
export interface OfficeCaller {
  token?: string
  headers?: Record<string, string>
  ip?: string
}

/** An answer, and what the browser shall keep. */
export type OfficeAnswer<Data> = Answered<Data> & { cookies: string[] }

interface Parts {
  db: TestApp['db']
  clock: Pick<TestApp['clock'], 'now'>
  http: FastifyInstance
  publicUrl: string
}

/** The office of a test app. */
export function officeOf(parts: Parts): Pick<TestApp, 'office' | 'officeCall'> {
  const officeCall = async <Data>(path: string, body: unknown, from: OfficeCaller = {}) => {
    const { http, publicUrl } = parts
    const response = await http.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: {
        'content-type': 'application/json',
        'x-office': '1',
        origin: publicUrl,
        ...(from.token && { cookie: `office=${from.token}` }),
        ...from.headers,
      },
      ...(from.ip ? { remoteAddress: from.ip } : {}),
      payload: JSON.stringify(body),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return { status: response.statusCode, ...response.json<Envelope>(), cookies } as OfficeAnswer<Data>
  }
  return {
    officeCall,
    office: async role => {
      const { token } = await makeStaff(parts, { role })
      return makeOfficeApi((path, body) => officeCall(path, body, { token }))
    },
  }
}

let made = 0

/** A member of staff who has just signed in. */
export async function makeStaff(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  given: { role?: Role; fullName?: string; email?: string } = {},
): Promise<{ staffId: number; token: string; sessionId: number; email: string }> {
  made += 1
  const { role = 'owner', fullName = 'Ann Perry', email = `staff-${made}@example.test` } = given
  const staffId = await writeRow(db, 'staff', {
    email,
    full_name: fullName,
    role,
    status: 'active',
    created_at: clock.now(),
  })
  return { staffId, email, ...(await issueStaffSession(db, { staffId, role }, clock.now())) }
}
