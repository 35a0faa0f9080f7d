import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Envelope, makeApi } from '#contract/client.ts'
import { sendOverHttp } from './api.ts'

function apiAnswering(answer: Envelope) {
  const sent: { path: string; body: unknown }[] = []
  const api = makeApi(() => async (path, body) => {
    sent.push({ path, body })
    return answer
  })
  return { api, sent }
}
const success = (data: unknown): Envelope => ({ code: 1, msg: '', data })

describe('the client of the contract', () => {
  test('speaks the wire’s names outwards and ours inwards', async () => {
    const { api, sent } = apiAnswering(success({ token: 'abc' }))
    expect(await api.accounts.signIn({ email: 'Amara@Example.test', password: ' x ' })).toEqual({
      token: 'abc',
    })
    expect(sent).toEqual([{ path: 'user/login', body: { email: 'Amara@Example.test', password: ' x ' } }])
  })

  test('tells calls of one path apart by their variant', async () => {
    const { api, sent } = apiAnswering(success({ ads: 'a.webp,b.webp' }))
    expect((await api.content.homeSettings()).banners).toEqual(['a.webp', 'b.webp'])
    expect(sent).toEqual([{ path: 'common/getsystem', body: { type: 'index' } }])
  })

  test('throws what the server refuses, with its sentence and code', async () => {
    const { api } = apiAnswering({ code: 66, msg: 'Please add a child first', data: null })
    await expect(api.accounts.profile()).rejects.toMatchObject({
      name: 'Refusal',
      message: 'Please add a child first',
      code: 66,
    })
  })

  test('is not mistaken for a promise', async () => {
    const { api } = apiAnswering(success(null))
    expect(await api).toBe(api)
  })
})

describe('a call over HTTP', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('that finds the server too busy asks again by itself, and at last shows the sentence', async () => {
    vi.useFakeTimers()
    const statuses = [503, 503, 200]
    const send = () => sendOverHttp('/api/', () => undefined)()('common/email', {})
    const busy = { code: 0, msg: 'We are very busy just now', data: null }
    vi.stubGlobal('fetch', async () => {
      const status = statuses.shift() ?? 503
      const body = status === 200 ? success(null) : busy
      return new Response(JSON.stringify(body), {
        status,
        headers: status === 503 ? { 'retry-after': '2' } : {},
      })
    })
    const [answer] = await Promise.all([send(), vi.runAllTimersAsync()])
    expect(answer).toEqual(success(null))
    const [refused] = await Promise.all([send(), vi.runAllTimersAsync()])
    expect(refused).toEqual(busy)
    vi.useRealTimers()
  })

  function answering(status: number, body: unknown) {
    const requests: [string, RequestInit][] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push([url, init])
      return Response.json(body, { status })
    })
    return requests
  }

  test('carries the token and the language', async () => {
    const requests = answering(200, success(null))
    await sendOverHttp('/api/', () => 'my-token')()('news/getReadNum', {})
    const [url, init] = requests[0] ?? []
    expect(url).toBe('/api/news/getReadNum')
    expect(init).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { token: 'my-token', 'Accept-Language': 'en' },
    })
  })

  test('sends a file as a part of a form', async () => {
    const requests = answering(200, success({ url: 'uploads/me.webp' }))
    const file = new File(['drawn'], 'me.png', { type: 'image/png' })
    await sendOverHttp('/api/', () => 'my-token')()('common/upload', { file })
    const { method, body, headers } = requests[0]?.[1] ?? {}
    expect(method).toBe('POST')
    expect((body as FormData).get('file')).toEqual(file)
    expect(headers).not.toHaveProperty('Content-Type')
  })

  test('is refused by a 401 only while its token is the present one', async () => {
    answering(401, { code: 401, msg: 'Please log in', data: null })
    let token: string | undefined = 'old'
    const http = sendOverHttp('/api/', () => token)
    expect(await http()('news/getReadNum', {})).toMatchObject({ code: 401 })
    const late = http()
    token = 'new'
    await expect(late('news/getReadNum', {})).rejects.toThrow('news/getReadNum answered HTTP 401')
    const afterLogOut = http()
    token = undefined
    await expect(afterLogOut('news/getReadNum', {})).rejects.toThrow('HTTP 401')
    expect(await http()('news/getReadNum', {})).toMatchObject({ code: 401 })
  })

  test('keeps the token of the moment when it began', async () => {
    const requests = answering(200, success(null))
    let token: string | undefined = 'before'
    const api = makeApi(sendOverHttp('/api/', () => token))
    const loggingOut = api.accounts.signOut()
    token = undefined
    await loggingOut
    expect(requests[0]?.[1]).toMatchObject({ headers: { token: 'before' } })
  })

  test('takes an HTTP failure with code 401 as an answer', async () => {
    answering(401, { code: 401, msg: 'Please log in', data: null })
    expect(await sendOverHttp('/api/', () => undefined)()('user/getUserDetails', {})).toMatchObject({
      code: 401,
    })
  })

  test('takes any other HTTP failure as a fault, not as a refusal', async () => {
    answering(500, { code: 0, msg: 'Something went wrong', data: null })
    const call = sendOverHttp('/api/', () => undefined)()('user/getUserDetails', {})
    await expect(call).rejects.toMatchObject({ name: 'Error' })
  })
})
