import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { issueStaffSession } from '#server/features/staff/staff-sessions.ts'
import { writeRow } from './rows.ts'

/** The sender of an office call, as its headers describe it. */
export interface OfficeCaller {
  token?: string
  headers?: Record<string, string>
  ip?: string
}

/** An answer with its HTTP status. */
export interface Answered<Data> extends Envelope {
  status: number
  data: Data
}

/** An answer, with the cookies that it sets. */
export type OfficeAnswer<Data> = Answered<Data> & { cookies: string[] }

export interface TestOffice {
  /** Signs in a new member of staff with this role, and returns their office calls. */
  office: (role: Role) => Promise<OfficeApi>
  /** Makes one office call in its wire format. */
  officeCall: <Data = unknown>(
    path: string,
    body: unknown,
    from?: OfficeCaller,
  ) => Promise<OfficeAnswer<Data>>
}

interface Parts {
  db: Db
  clock: { now: () => Date }
  http: FastifyInstance
  publicUrl: string
}

/** Creates the office client of a test app. */
export function createOfficeClient(parts: Parts): TestOffice {
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

/** Creates a member of staff who has just signed in. */
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
