import { sql } from 'kysely'
import type { OfficeApi } from '#contract/office/client.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import type { ImportKind } from '#domain/office/import-headings.ts'
import { makeStaff } from './office-client.ts'
import type { TestApp } from './start-test-app.ts'

/** A file as a spreadsheet saves it. */
export const file = (headings: string, ...lines: string[]): string => [headings, ...lines, ''].join('\r\n')

/** The headings of families, and of families with children. */
export const parents = 'Email,First name,Surname,Mobile'
export const children = `${parents},child_first_name,child_last_name,DOB,allergies,medical`

/** Returns the counts of an import or its check; zero for those not given. */
export const things = (
  some: Partial<Record<'families' | 'children' | 'classes' | 'dates' | 'credits', number>>,
) => ({
  ...{ families: 0, children: 0, classes: 0, dates: 0, credits: 0 },
  ...some,
})

/** Returns helpers that upload, check and run imports as the owner. */
export async function createImportClient(app: TestApp) {
  const office = await app.office('owner')
  const uploader = await makeStaff(app, { role: 'manager' })

  /** Uploads a file as a browser's form does. Returns its id, or the sentence of a refusal. */
  async function upload(content: string | Buffer): Promise<{ id: number } | string> {
    const boundary = 'a-boundary'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="old.csv"\r\ncontent-type: text/csv\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/Office/Imports/upload',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-office': '1',
        origin: app.services.config.publicUrl,
        cookie: `office=${uploader.token}`,
      },
      payload,
    })
    const { code, msg, data } = response.json()
    return code === 1 ? data : msg
  }

  async function check(
    content: string | Buffer,
    kind: ImportKind = 'families',
    policy: ImportPolicy = 'createOnly',
    api: OfficeApi = office,
  ) {
    const uploaded = await upload(content)
    if (typeof uploaded === 'string') throw new Error(uploaded)
    const { id } = uploaded
    await api.imports.begin({ id, kind, fileName: 'old.csv' })
    const { columns } = await api.imports.get({ id })
    await api.imports.check({ id, columns: columns.map(({ readAs }) => readAs), policy })
    const { items } = await api.imports.problems({ id, after: 0 })
    return { id, sentences: items.map(({ sentence }) => sentence), run: await api.imports.get({ id }) }
  }

  async function take(content: string, kind: ImportKind = 'families', policy: ImportPolicy = 'createOnly') {
    const checked = await check(content, kind, policy)
    await office.imports.run({ id: checked.id })
    await app.runJobs()
    return { ...checked, run: await office.imports.get({ id: checked.id }) }
  }

  /** Counts the rows of everything that an import can create. */
  async function inAll() {
    const { rows } = await sql<ReturnType<typeof things>>`select (select count(*) from accounts) as families,
    (select count(*) from children) as children, (select count(*) from offerings) as classes,
    (select count(*) from sessions) as dates, (select sum(credit_balance) from accounts) as credits`.execute(
      app.db,
    )
    return Object.entries(rows[0] ?? {}).map(([name, number]) => [name, Number(number)] as const)
  }

  async function madeSince(before: Awaited<ReturnType<typeof inAll>>) {
    const had = new Map<string, number>(before)
    return Object.fromEntries((await inAll()).map(([name, number]) => [name, number - (had.get(name) ?? 0)]))
  }

  return { office, uploader, upload, check, take, inAll, madeSince }
}
