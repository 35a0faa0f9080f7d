import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeLog } from '#server/log.ts'
import { aChild } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let logged = ''
beforeAll(async () => {
  app.services.log = makeLog(
    'info',
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk)
        done()
      },
    }),
  )
})

/** For each marker word, the beginning of its telephone numbers, because a number cannot contain a word. */
const phonesBegin = { kestrel: '07700 9001', plover: '07700 9002', wagtail: '07700 9003' }

/** Builds a child whose every free text contains a unique word or number. */
function markedChild(mark: keyof typeof phonesBegin) {
  const phone = phonesBegin[mark]
  const fixed = ['gender', 'dateOfBirth', 'addressSource', 'avatar', 'photo']
  let texts = 0
  const child = JSON.parse(JSON.stringify(aChild), (field, value) => {
    if (typeof value !== 'string' || fixed.includes(field)) return value
    texts += 1
    if (field === 'mobile' || field === 'phone') return `${phone}${String(texts).padStart(2, '0')}`
    if (field === 'email') return `${mark}${texts}z@example.test`
    return `${mark}${texts}z ${field}`
  }) as typeof aChild
  expect(texts).toBeGreaterThan(15)
  return child
}

/** Returns the tables that contain a text, with every column of every row read as text, and bytes decoded. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db)
  const found: string[] = []
  const inHex = Buffer.from(text).toString('hex')
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ hits: number }>`
      select count(*) as hits from ${sql.table(name)} as whole
      where strpos(whole::text, ${text}) > 0 or strpos(whole::text, ${inHex}) > 0`.execute(app.db)
    if ((rows[0]?.hits ?? 0) > 0) found.push(name)
  }
  return found.sort()
}

test('the database holds no readable note, and the log holds nothing about a child', async () => {
  const { add, edit, list, details } = (await makeAccount(app)).api.children
  const [added, edited, broken] = [markedChild('kestrel'), markedChild('plover'), markedChild('wagtail')]
  const { id } = await add(added)
  await list()
  await edit({ id, ...edited })
  await details({ id })

  // Refused, or failed midway: the database's error quotes the whole row, and the server must not.
  for (const dateOfBirth of ['wagtail', '2999-01-01']) {
    expect(await refusal(add({ ...broken, dateOfBirth }))).toBeDefined()
  }
  await sql`alter table children add constraint broken check (first_name not like 'wagtail%')`.execute(app.db)
  await sql`alter table emergency_contacts rename to mislaid_contacts`.execute(app.db)
  await expect(add(broken)).rejects.toThrow('HTTP 500')
  await expect(edit({ id, ...broken })).rejects.toThrow('HTTP 500')
  await expect(edit({ id, ...edited })).rejects.toThrow('HTTP 500')
  await expect(list()).rejects.toThrow('HTTP 500')
  await sql`alter table mislaid_contacts rename to emergency_contacts`.execute(app.db)
  await sql`update children set medical_sealed = allergy_sealed, allergy_sealed = medical_sealed`.execute(
    app.db,
  )
  await expect(details({ id })).rejects.toThrow('HTTP 500')

  expect(logged.match(/call failed/g)).toHaveLength(5)
  for (const mark of ['kestrel', 'plover', 'wagtail', '07700']) expect(logged).not.toContain(mark)
  for (const child of [added, edited, broken]) {
    expect(await tablesWith(child.medical)).toEqual([])
    expect(await tablesWith(child.allergy)).toEqual([])
  }
  expect(await tablesWith('wagtail')).toEqual([])
  expect(await tablesWith('kestrel')).toEqual([])
  for (const beginning of [phonesBegin.kestrel, phonesBegin.wagtail]) {
    expect(await tablesWith(beginning)).toEqual([])
    expect(await tablesWith(beginning.replace(' ', ''))).toEqual([])
  }

  // The search itself finds plain text and bytes.
  expect(await tablesWith('plover')).toEqual([
    'children',
    'emergency_contacts',
    'people_search',
    'pick_up_people',
  ])
  expect(await tablesWith(phonesBegin.plover)).toEqual(['emergency_contacts', 'pick_up_people'])
  await sql`update children set allergy_sealed = ${Buffer.from(`${' '.repeat(30)}${edited.allergy}`)}`.execute(
    app.db,
  )
  expect(await tablesWith(edited.allergy)).toEqual(['children'])
})
