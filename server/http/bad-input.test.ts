import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Chance, seededChance } from '#demo/seeded-chance.ts'
import { issueToken } from '#server/features/accounts/tokens.ts'
import { callsIn } from '#testing/call-fields.ts'
import { childForm } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount, testPassword } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { deliveryForm, makeProduct } from '#testing/make-product.ts'
import { writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { watchWrites } from '#testing/watch-writes.ts'

// `BAD_INPUT_SEED` repeats a run. `BAD_INPUT_PER_CALL` is the number of wrong requests per call.
const seed = process.env.BAD_INPUT_SEED ?? String(randomInt(1_000_000))
const perCall = Number(process.env.BAD_INPUT_PER_CALL ?? 40)

const app = await startTestApp()
let parent: MadeAccount
let readWrites: () => Promise<string[]>
/** Valid values for each field, as JSON. Those of a kind of offering depend on the path's beginning. */
let rightValues: (path: string) => Record<string, unknown>
beforeAll(async () => {
  parent = await makeAccount(app, { credits: 50 })
  const childId = await makeChild(app, parent)
  const { productId, categoryId } = await makeProduct(app, { stock: 10_000, price_pence: 0 })
  const basketLineId = await writeRow(app.db, 'basket_products', {
    account_id: parent.accountId,
    product_id: productId,
    quantity: 2,
    created_at: app.clock.now(),
  })
  const kinds = { c: 'class', e: 'event', p: 'parentSession' } as const
  const ofKind: Record<string, Record<string, unknown>> = {}
  for (const [beginning, kind] of Object.entries(kinds)) {
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 400, offersTrial: true })
    ofKind[beginning] = {
      course_id: offering.id,
      course_product_id: session.id,
      course_products_id: session.id,
      cpu_id: session.id,
      change_id: session.id,
      course_type_id: offering.typeId,
      type_id: offering.typeId,
      course_shop_id: offering.venueId,
      course_age_id: offering.ageGroupId,
      date_id: 739_000,
    }
  }
  const basketLineIds = await putIntoBaskets(ofKind, childId)
  rightValues = path => ({
    ...childForm({ id: childId }),
    ...ofKind[path[0]?.toLowerCase() ?? ''],
    child_id: childId,
    child_ids: childId,
    cart_id: /^(cart|order)\//i.test(path) ? basketLineId : basketLineIds[path[0]?.toLowerCase() ?? ''],
    ...deliveryForm,
    full_name: 'Gwen Hale',
    contact_number: '07700 900009',
    email: parent.email,
    password: testPassword,
    oldpassword: testPassword,
    newpassword: 'Waterfall7',
    code: '1234',
    event: 'register',
    start_date: '2026-11-23',
    end_date: '2026-12-06',
    date: '2026-11-30',
    start_time: '10:00:00',
    end_time: '18:00:00',
    order_sn: '261123-0123456789ABCDEF',
    goods_id: productId,
    category_id: categoryId,
    num: 1,
    type: 'pc',
    page: 1,
    limit: 10,
    combo_num: 1,
    discount_code: '',
    content: 'A question',
    contact: 'gwen@example.test',
    name: 'Gwen',
    title: 'Hello',
  })
  readWrites = await watchWrites(app.db)
})

/**
 * Adds a line to the basket of each kind. Returns their ids by the first letter of the kind's paths; `ofKind`
 * has the same keys.
 */
async function putIntoBaskets(ofKind: Record<string, Record<string, unknown>>, childId: number) {
  const lineIds: Record<string, number> = {}
  for (const [beginning, { add, list }] of [
    ['c', contract.sessionBaskets.class],
    ['e', contract.sessionBaskets.event],
    ['p', contract.sessionBaskets.parentSession],
  ] as const) {
    const attendees = { child_ids: childId, full_name: 'Gwen Hale', contact_number: '1', email: parent.email }
    await app.call(add.path, { ...ofKind[beginning], ...attendees }, parent.token)
    const { data } = await app.call<{ all_course_list: { data: { id: number }[] } }>(
      list.path,
      {},
      parent.token,
    )
    lineIds[beginning] = data.all_course_list.data[0]?.id ?? 0
  }
  return lineIds
}

/** Bad values of a field, as JSON text; undefined leaves the field out. */
const badValues: (string | undefined)[] = [
  undefined,
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '-9223372036854775809',
  '1e309',
  '1e3',
  '""',
  '" "',
  '"abc"',
  '"-1"',
  '"1e3"',
  '"0x10"',
  '"１"',
  '"NaN"',
  '"9007199254740993"',
  '"99999999999999999999"',
  '"2147483648"',
  '"1,2,,3"',
  `"${Array.from({ length: 60 }, (_, index) => index + 1).join(',')}"`,
  '"2026-02-30"',
  '"0000-01-01"',
  '"9999-12-31"',
  '"24:00"',
  '"25:61"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00 backwards \\ud800"',
  '"😀 \\u202e\\u200f"',
  `"'; drop table accounts; --"`,
  '"\\\\"',
  '"%_"',
  '"{{7*7}}"',
  '"a\\r\\nBcc: everybody@example.test"',
  '"<img src=x onerror=alert(1)>"',
  `"${'x'.repeat(60_000)}"`,
  `"${'é'.repeat(5_001)}"`,
  `"${'9'.repeat(400)}"`,
  '[]',
  '[[]]',
  '[null]',
  '[1,[2,[3]]]',
  `[${'1,'.repeat(999)}1]`,
  '{}',
  '{"id":1}',
  '{"length":1,"0":1}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
]

/** Bad bodies, of any content. */
const badBodies: (string | Buffer)[] = [
  '',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[1,2]',
  '{}',
  '{',
  '{"a":',
  '}{',
  "{'a':1}",
  'a=1&b=2',
  '<xml/>',
  '\ufeff{}',
  'undefined',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  '['.repeat(60_000),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0, 0, 0, 0]),
]

const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'image/png',
  'nonsense',
]

interface Request {
  what: string
  path: string
  payload: string | Buffer
  contentType: string
}

const jsonOf = (fields: [string, string | undefined][]) =>
  `{${fields.flatMap(([name, json]) => (json === undefined ? [] : `${JSON.stringify(name)}:${json}`)).join(',')}}`

type Call = ReturnType<typeof callsIn>[number]

/** Returns the fields of a call, each with a valid value. */
function rightFieldsOf({ path, variant, input }: Call): [string, string | undefined][] {
  const right = rightValues(path)
  const fields = [...new Set([...Object.keys(input.fields), ...(variant ? [variant.field] : [])])]
  return fields.map(name => [name, JSON.stringify(right[name])])
}

/** Returns the wanted number of bad requests: first those with one fault, in random order, then with several. */
function badRequests(call: Call, chance: Chance): Request[] {
  const simple = chance.shuffle(simplyBadRequests(call))
  return Array.from({ length: perCall }, (_, nth) => simple[nth] ?? oftenWrong(call, chance))
}

function oftenWrong(call: Call, { whole }: Chance): Request {
  const fields = rightFieldsOf(call).map(([name, json]): [string, string | undefined] => {
    const value = badValues[whole(0, badValues.length - 1)]
    return [name, whole(0, 1) === 0 || (value && value.length > 1_000) ? json : value]
  })
  const payload = jsonOf(fields)
  return { what: payload.slice(0, 500), path: call.path, payload, contentType: 'application/json' }
}

/** Returns requests that each have one bad value among valid ones, and requests with a bad body. */
function simplyBadRequests(call: Call): Request[] {
  const { path } = call
  const rightFields = rightFieldsOf(call)
  const fields = rightFields.map(([name]) => name)
  const oneWrong = fields.flatMap(wrong =>
    badValues.map(value => ({
      what: `${wrong} = ${String(value).slice(0, 60)}`,
      payload: jsonOf(rightFields.map(([name, json]) => [name, name === wrong ? value : json])),
      contentType: 'application/json',
    })),
  )
  const allWrong = badValues.map(value => ({
    what: `every field = ${String(value).slice(0, 60)}`,
    payload: jsonOf(fields.map(name => [name, value && value.length > 1_000 ? '"long"' : value])),
    contentType: 'application/json',
  }))
  const wholeBodies = badBodies.flatMap(payload =>
    contentTypes.map(contentType => ({
      what: `${contentType}, body ${String(payload).slice(0, 60)}`,
      payload,
      contentType,
    })),
  )
  return [...oneWrong, ...allWrong, ...wholeBodies].map(request => ({ ...request, path }))
}

let callers = 0
/** Returns a new address for every request, so that a caller's rate limits do not hide later faults. */
function nextAddress(): string {
  callers += 1
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
}

const { signIn, signOut, register, resetPassword, confirmEmail } = contract.accounts
/** The tables that a refused call may write: a wrong code is counted (decision E-31), and many wrong passwords are reported. */
const mayWrite: Record<string, string> = {
  [register.path]: 'email_codes',
  [resetPassword.path]: 'email_codes',
  [confirmEmail.path]: 'email_codes',
  [signIn.path]: 'jobs',
}

async function send({ path, payload, contentType }: Request, token: string | undefined) {
  const spent =
    token && path === signOut.path
      ? await app.db.transaction().execute(tx => issueToken(tx, parent.accountId, app.clock.now()))
      : token
  await readWrites()
  return app.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress: nextAddress(),
    headers: { 'content-type': contentType, ...(spent ? { token: spent } : {}) },
    payload,
  })
}

type Response = Awaited<ReturnType<typeof send>>

/** Returns what is wrong with an answer to any request; undefined when it is fine. */
function faultOf(response: Response): string | undefined {
  if (response.statusCode >= 500) return `HTTP ${response.statusCode}`
  let envelope: Record<string, unknown>
  try {
    envelope = response.json()
  } catch {
    return `not an envelope: ${response.body.slice(0, 100)}`
  }
  if (Object.keys(envelope).sort().join() !== 'code,data,msg')
    return `not an envelope: ${response.body.slice(0, 100)}`
  if (envelope.code === 1) return undefined
  if (typeof envelope.msg !== 'string' || envelope.msg === '') return `refused without a sentence`
  return envelope.data === null ? undefined : 'refused, but with data'
}

const calls = callsIn(contract)

describe(`bad input (BAD_INPUT_SEED=${seed})`, () => {
  // Proves API-03.
  test.each(calls.map(call => ({ call, name: `${call.path} ${call.variant?.value ?? ''}` })))(
    '$name answers in the envelope and writes nothing when it refuses',
    async ({ call, name }) => {
      const requests = badRequests(call, seededChance(seed, name))
      const wrong: string[] = []
      for (const [nth, request] of requests.entries()) {
        const token = nth % 2 === 0 ? parent.token : undefined
        const response = await send(request, token)
        const written = response.json<{ code: number }>().code === 1 ? [] : await readWrites()
        const unexpected = written.filter(table => table !== mayWrite[call.path])
        const fault = faultOf(response) ?? (unexpected.length > 0 ? `wrote ${unexpected}` : undefined)
        if (fault) wrong.push(`${token ? 'signed in' : 'anonymous'}, ${request.what}: ${fault}`)
      }
      expect(wrong).toEqual([])
    },
    // `npm run attack` sends each call fifteen hundred requests.
    30_000 + 100 * perCall,
  )

  test('afterwards every invariant holds, and no prototype was polluted', async () => {
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('at the edge', () => {
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    app.http.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('a body of more than 64 KiB is too large for any call', async () => {
    const payload = JSON.stringify({ email: 'x'.repeat(100_000) })
    for (const { path } of calls) {
      const answer = await post(`/api/${path}`, payload, { token: parent.token })
      expect({ path, status: answer.statusCode, ...answer.json() }).toEqual({
        path,
        status: 413,
        code: 0,
        msg: 'The request is too large',
        data: null,
      })
    }
  })

  test('a body just below the limit is read', async () => {
    const answer = await post('/api/user/login', JSON.stringify({ email: 'x'.repeat(65_000) }))
    expect(answer.json()).toMatchObject({ code: 0, msg: 'The value of email is too long' })
  })

  // Proves API-01.
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s is an unknown call', async method => {
    for (const { path } of calls) {
      const answer = await app.http.inject({ method, url: `/api/${path}`, headers: { token: parent.token } })
      expect({ status: answer.statusCode, ...answer.json() }).toEqual(unknownCall)
    }
  })

  test.each([
    'nobody/knows',
    '',
    'user',
    'user//login',
    '%2e%2e/%2e%2e/etc/passwd',
    '%00',
    '__proto__',
    'constructor',
    'user/toString',
    `${'x'.repeat(5_000)}`,
    'user/login;jsessionid=1',
    '💣',
  ])('the path “%s” is an unknown call', async path => {
    const answer = await post(`/api/${path}`, '{}')
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'data', 'msg'])
    expect(answer.json().msg).not.toBe('')
  })

  test('a path that cannot be decoded is refused in the envelope', async () => {
    const answer = await post('/api/%E0%A4%A', '{}')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 0, data: null })
  })

  test.each(['x'.repeat(8_000), '0', 'null', '../../etc/passwd', 'Bearer x', "' or 1=1"])(
    'the token “%s” is refused',
    async token => {
      const answer = await post('/api/user/getUserDetails', '{}', { token })
      expect(answer.json()).toEqual({ code: 401, msg: 'Please log in', data: null })
    },
  )
})

const unknownCall = { status: 404, code: 0, msg: 'Unknown call', data: null }
