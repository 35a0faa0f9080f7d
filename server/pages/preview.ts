import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ListName } from '#contract/office/catalogue.ts'
import { officeContract } from '#contract/office/contract.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { listDefinitions, type Thing } from '#server/features/catalogue/list-definitions.ts'
import { saveListed } from '#server/features/catalogue/save-listed.ts'
import { saveText } from '#server/features/content/save-text.ts'
import { isAtOffice } from '#server/features/staff/office-host.ts'
import { readOfficeCookie, recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import { officeBodyLimit } from '#server/request/serve-office.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import type { Services } from '#server/services.ts'
import type { PageAnswer } from './render-page.ts'
import { previewPolicy } from './security-policy.ts'

type Draw = (url: string) => Promise<PageAnswer>

/**
 * Renders the page as it would be after saving an office form: saves it in a transaction, renders in the same
 * transaction, and rolls back (record 059). The office shows it in a frame.
 */
export function mountPreview(
  app: FastifyInstance,
  services: Services,
  drawWith: (tx: Tx) => Promise<Draw>,
): void {
  app.post('/office/preview', { bodyLimit: officeBodyLimit }, async (request, reply) => {
    if (!isAtOffice(services.config, request)) return reply.callNotFound()
    const given = new URLSearchParams(String(request.body ?? ''))
    const staff = await staffFor(services, request)
    const save = saveOf(given.get('area') ?? '', staff)
    if (!staff || !save) return reply.code(403).type('text/plain').send(officeSentences.notYours)
    try {
      const { headers, page } = await rolledBack(services.db, async tx => {
        const id = await save(tx, JSON.parse(given.get('input') || 'null'), { ...services, staff })
        const draw = await drawWith(tx)
        return draw((given.get('page') ?? '').replace(':id', String(id)))
      })
      reply.headers(headers)
      reply.header('content-security-policy', previewPolicy(headers['content-security-policy'] ?? ''))
      return reply
        .header('cache-control', 'no-store')
        .send(withoutScripts(String(page?.bytes.in(undefined) ?? '')))
    } catch (error) {
      if (error instanceof Refusal || error instanceof SyntaxError) {
        return reply.type('text/plain; charset=utf-8').send(error.message)
      }
      throw error
    }
  })
}

/**
 * Returns the member of staff who sent the form. Checks the origin too, because another site could send the
 * cookie but not our origin.
 */
async function staffFor(
  { db, clock, config }: Services,
  { headers }: FastifyRequest,
): Promise<StaffMember | undefined> {
  const token = readOfficeCookie(config, headers.cookie)
  if (!token || headers.origin !== config.officeUrl) return undefined
  return recogniseStaff(db, token, clock())
}

type Save = (tx: Tx, input: unknown, request: Services & { staff: StaffMember }) => Promise<number>

function saveOf(area: string, staff: StaffMember | undefined): Save | undefined {
  // The page as it is, beside the set-up.
  if (area === '' && staff && may(staff.role, 'business.edit')) return async () => 0
  const isList = Object.hasOwn(listDefinitions, area)
  const call =
    area === 'site' ? officeContract.site.saveText : isList && officeContract[area as ListName].save
  if (!call || !staff || call.permission === 'anyone' || call.permission === 'everybody') return undefined
  if (!may(staff.role, call.permission)) return undefined
  return async (tx, input, request) => {
    const decoded = call.input.decode(input, '') as never
    // A draft is shown as if it were published.
    const shown = { ...(decoded as Thing), ...('isActive' in (decoded as Thing) && { isActive: true }) }
    const { answer } = isList
      ? await saveListed(tx, area as ListName, shown, request)
      : await saveText(tx, decoded, request)
    return answer.id
  }
}

/** Removes scripts. They would not run, and loading them would only fill the console with errors. */
const withoutScripts = (html: string) =>
  html.replace(/<link rel="modulepreload"[^>]*>|<script( type="module"[^>]*)?>[^<]*<\/script>/g, '')

class RolledBack<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('rolled back')
    this.value = value
  }
}

/** Runs `work` in a transaction, rolls it back, and returns its result. */
async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async tx => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.value
    throw error
  }
}
