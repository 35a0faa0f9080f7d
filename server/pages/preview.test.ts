import { expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeStaff } from '#testing/office-client.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs a build, as the journeys do.
const app = await startTestApp()
const { publicUrl } = app.services.config

const preview = async (
  given: { area: string; input: object; page: string },
  { token = '', origin = publicUrl }: { token?: string; origin?: string },
) => {
  const fields = { ...given, input: JSON.stringify(given.input) }
  return app.http.inject({
    method: 'POST',
    url: '/office/preview',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin, cookie: `office=${token}` },
    payload: new URLSearchParams(fields).toString(),
  })
}
const about = { area: 'site', key: 'aboutHtml', value: '<p>Soon to be read</p><script>x</script>', note: '' }
const ofAbout = { area: 'site', input: about, page: addresses.about() }

test('staff see the real page with their change, and nothing is saved', async () => {
  const { token } = await makeStaff(app, { role: 'manager' })
  const shown = await preview(ofAbout, { token })
  expect(shown.body).toContain('<p>Soon to be read</p>')
  expect(shown.body).not.toContain('<script>x')
  const policy = String(shown.headers['content-security-policy'])
  expect(policy).toContain("script-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('; sandbox allow-same-origin')
  const articles = { title: 'A draft', introduction: '', imagePath: '', contentHtml: '', isActive: false }
  const draft = await preview({ area: 'articles', input: articles, page: addresses.helpCentre() }, { token })
  expect(draft.body).toContain('A draft')
  for (const table of ['settings', 'articles', 'text_versions', 'staff_actions'] as const) {
    expect(await rowsOf(app.db, table)).toEqual([])
  }
  const visitor = await app.http.inject({ url: addresses.about() })
  expect(visitor.body).not.toContain('Soon to be read')
})

test('the set-up shows the page as it is', async () => {
  const manager = await makeStaff(app, { role: 'manager' })
  const desk = await makeStaff(app, { role: 'frontDesk' })
  const home = { area: '', input: {}, page: addresses.home() }
  expect((await preview(home, manager)).body).toContain('See the timetable')
  expect((await preview(home, desk)).statusCode).toBe(403)
})

test('an invalid form gets the reason', async () => {
  const { token } = await makeStaff(app, { role: 'manager' })
  const venue = { name: '', isActive: true }
  const given = { area: 'venues', input: venue, page: addresses.home() }
  expect((await preview(given, { token })).body).toBe('Please give it a name')
  expect((await preview({ ...given, input: { name: 'x', hidden: 1 } }, { token })).body).toBe(
    'The request could not be read',
  )
})

test('other callers get no preview', async () => {
  const desk = await makeStaff(app, { role: 'frontDesk' })
  const manager = await makeStaff(app, { role: 'manager' })
  const family = await makeAccount(app)
  const asked = [
    preview(ofAbout, {}),
    preview(ofAbout, { token: family.token }),
    preview(ofAbout, { token: desk.token }),
    preview(ofAbout, { token: manager.token, origin: 'https://other.example.test' }),
    preview({ ...ofAbout, area: 'constructor' }, { token: manager.token }),
  ]
  for (const answer of await Promise.all(asked)) expect(answer.statusCode).toBe(403)
})
