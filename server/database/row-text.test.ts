import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { fieldsOf } from './row-text.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const awkward = fc.constantFrom(',', '"', '\\', '(', ')', ' ', '\n', '\t', '\u001f', 'é', '👶', 'a')
const texts = fc.array(fc.string({ unit: awkward, maxLength: 6 }), { minLength: 3, maxLength: 3 })

test('the fields of a row are read back from its text whatever they contain', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async fields => {
      const [first, second, third] = fields
      const { rows } = await sql<{ text: string }>`
        select row(7, ${first}::text, true, ${second}::text, ${third}::text)::text as text`.execute(
        database.db,
      )
      expect(fieldsOf(rows[0]?.text as string)).toEqual(['7', first, 't', second, third])
    }),
    { numRuns: 200 },
  )
})
