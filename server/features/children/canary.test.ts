import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeLog } from '#server/log.ts'
import { childForm } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
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

/** A form whose every free text carries a word found nowhere else. */
function markedForm(mark: string) {
  const fixed = [
    'gender',
    'birthday',
    'is_school',
    'guardian',
    'photo_permission',
    'photo_marketing_permission',
  ]
  const pictures = ['child_avatar', 'nanny_avatar']
  const free = Object.keys(childForm()).filter(field => ![...fixed, ...pictures].includes(field))
  return childForm(Object.fromEntries(free.map(field => [field, `${mark}${free.indexOf(field)}z ${field}`])))
}

const valuesOf = (form: Record<string, unknown>, mark: string) =>
  Object.values(form).filter((value): value is string => typeof value === 'string' && value.startsWith(mark))

/** The tables in which a text is found, every column of every row read as text, bytes as what they spell. */
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

test('notes are nowhere in the database, and nothing of a child is in the log', async () => {
  const { token } = await makeAccount(app)
  const added = markedForm('kestrel')
  const edited = markedForm('plover')
  const broken = markedForm('wagtail')
  const { data } = await app.call<{ id: number }>('user/createChild', added, token)
  await app.call('user/getChildList', {}, token)
  await app.call('user/editChild', { id: data.id, ...edited }, token)
  await app.call('user/getChildDetails', { id: data.id }, token)

  // Refused, and broken in the midst: the database names the whole failing row, the server must not.
  await app.call('user/createChild', { ...broken, birthday: 'wagtail' }, token)
  await app.call('user/createChild', { ...broken, birthday: '2999-01-01' }, token)
  await sql`alter table children add constraint broken check (first_name not like 'wagtail%')`.execute(app.db)
  await sql`alter table emergency_contacts rename to mislaid_contacts`.execute(app.db)
  expect(await app.call('user/createChild', broken, token)).toMatchObject({ status: 500, code: 0 })
  expect(await app.call('user/editChild', { id: data.id, ...broken }, token)).toMatchObject({ status: 500 })
  expect(await app.call('user/editChild', { id: data.id, ...edited }, token)).toMatchObject({ status: 500 })
  expect(await app.call('user/getChildList', {}, token)).toMatchObject({ status: 500 })
  await sql`alter table mislaid_contacts rename to emergency_contacts`.execute(app.db)
  await sql`update children set medical_sealed = allergy_sealed, allergy_sealed = medical_sealed`.execute(
    app.db,
  )
  expect(await app.call('user/getChildDetails', { id: data.id }, token)).toMatchObject({ status: 500 })

  expect(logged.match(/call failed/g)).toHaveLength(5)
  for (const [form, mark] of [
    [added, 'kestrel'],
    [edited, 'plover'],
    [broken, 'wagtail'],
  ] as const) {
    expect(valuesOf(form, mark).length).toBeGreaterThan(15)
    expect(logged).not.toContain(mark)
    expect(await tablesWith(String(form.medical))).toEqual([])
    expect(await tablesWith(String(form.allergy))).toEqual([])
  }
  expect(await tablesWith('wagtail')).toEqual([])
  expect(await tablesWith('kestrel')).toEqual([])

  // The search itself finds what is there, plain or in bytes.
  expect(await tablesWith('plover')).toEqual(['children', 'emergency_contacts', 'pick_up_people'])
  await sql`update children set allergy_sealed = ${Buffer.from(`${' '.repeat(30)}${edited.allergy}`)}`.execute(
    app.db,
  )
  expect(await tablesWith(String(edited.allergy))).toEqual(['children'])
})
