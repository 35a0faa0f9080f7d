import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'

type Hosts = Pick<Config, 'officeUrl' | 'publicUrl'>

/** Whether the office has its own host name, and this request went there. */
export const isAskedOfOffice = ({ officeUrl, publicUrl }: Hosts, { hostname }: FastifyRequest): boolean =>
  officeUrl !== publicUrl && hostname === new URL(officeUrl).hostname

/** Whether the office answers this request: only at its own host name, if it has one. */
export const isAtOffice = (hosts: Hosts, request: FastifyRequest): boolean =>
  hosts.officeUrl === hosts.publicUrl || isAskedOfOffice(hosts, request)

/** Whether the office began under another host name, to which existing passkeys belong (spec 3 §2.1). */
export const losesPasskeys = (db: Db, officeUrl: string): Promise<boolean> =>
  transaction(db, async tx => {
    const { hostname } = new URL(officeUrl)
    const before = await tx.selectFrom('business').select('office_host').forUpdate().executeTakeFirst()
    if (!before || before.office_host === hostname) return false
    await tx.updateTable('business').set({ office_host: hostname }).execute()
    const passkey = await tx.selectFrom('staff_passkeys').select('id').limit(1).executeTakeFirst()
    return before.office_host !== '' && passkey !== undefined
  })
