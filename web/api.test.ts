import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Envelope, makeApi } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { sendOverHttp } from './api.ts'

const success = (data: unknown): Envelope => ({ code: 1, msg: '', data })

const { accounts, content, enquiries, notifications } = contract
const poll = notifications.countUnread.path

describe('a call over HTTP', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('to a busy server is repeated, shows the wait, and at last shows the error message', async () => {
    vi.useFakeTimers()
    const statuses = [503, 503, 200]
    const waits: number[] = []
    const send = () =>
      sendOverHttp(
        '/api/',
        () => undefined,
        seconds => waits.push(seconds),
      )()(enquiries.subscribe.path, {})
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
    expect(waits).toEqual([2, 2])
    const [refused] = await Promise.all([send(), vi.runAllTimersAsync()])
    // Unlike a refusal: the server has done nothing.
    expect(refused).toEqual({ ...busy, code: 503 })
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

  // Proves API-01, API-02, API-05, API-06.
  test('carries the token and the language', async () => {
    const requests = answering(200, success(null))
    await sendOverHttp('/api/', () => 'my-token')()(poll, {})
    const [url, init] = requests[0] ?? []
    expect(url).toBe(`/api/${poll}`)
    expect(init).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { token: 'my-token', 'Accept-Language': 'en' },
    })
  })

  // Proves API-02.
  test('sends a file as a form field', async () => {
    const requests = answering(200, success({ url: 'uploads/me.webp' }))
    const file = new File(['drawn'], 'me.png', { type: 'image/png' })
    await sendOverHttp('/api/', () => 'my-token')()(content.uploadPicture.path, { file })
    const { method, body, headers } = requests[0]?.[1] ?? {}
    expect(method).toBe('POST')
    expect((body as FormData).get('file')).toEqual(file)
    expect(headers).not.toHaveProperty('Content-Type')
  })

  test('is refused by a 401 only while its token is the current one', async () => {
    answering(401, { code: 401, msg: 'Please log in', data: null })
    let token: string | undefined = 'old'
    const http = sendOverHttp('/api/', () => token)
    expect(await http()(poll, {})).toMatchObject({ code: 401 })
    const late = http()
    token = 'new'
    await expect(late(poll, {})).rejects.toThrow(`${poll} answered HTTP 401`)
    const afterLogOut = http()
    token = undefined
    await expect(afterLogOut(poll, {})).rejects.toThrow('HTTP 401')
    expect(await http()(poll, {})).toMatchObject({ code: 401 })
  })

  test('keeps the token that was current when it began', async () => {
    const requests = answering(200, success(null))
    let token: string | undefined = 'before'
    const api = makeApi(sendOverHttp('/api/', () => token))
    const loggingOut = api.accounts.signOut()
    token = undefined
    await loggingOut
    expect(requests[0]?.[1]).toMatchObject({ headers: { token: 'before' } })
  })

  // Proves ERR-06.
  test.each([401, 403, 500, 503])('accepts an HTTP %i whose body has code 401 as an answer', async status => {
    answering(status, { code: 401, msg: 'Please log in', data: null })
    expect(await sendOverHttp('/api/', () => undefined)()(accounts.profile.path, {})).toMatchObject({
      code: 401,
    })
  })

  // Proves ERR-07.
  test('treats any other HTTP failure as an error, not as a refusal', async () => {
    answering(500, { code: 0, msg: 'Something went wrong', data: null })
    const call = sendOverHttp('/api/', () => undefined)()(accounts.profile.path, {})
    await expect(call).rejects.toMatchObject({ name: 'Error' })
  })
})
