import { describe, expect, test } from 'vitest'
import { type Envelope, makeApi, type Send } from './client.ts'

function apiAnswering(answer: Awaited<ReturnType<Send>>) {
  const sent: { path: string; body: unknown }[] = []
  const api = makeApi(() => async (path, body) => {
    sent.push({ path, body })
    return answer
  })
  return { api, sent }
}
const success = (data: unknown): Envelope => ({ code: 1, msg: '', data })

describe('the client of the contract', () => {
  test('the client sends the wire’s names and returns ours', async () => {
    const { api, sent } = apiAnswering(success({ token: 'abc' }))
    expect(await api.accounts.signIn({ email: 'Amara@Example.test', password: ' x ' })).toEqual({
      token: 'abc',
    })
    expect(sent).toEqual([{ path: 'user/login', body: { email: 'Amara@Example.test', password: ' x ' } }])
  })

  test('calls that share a path are told apart by their variant', async () => {
    const { api, sent } = apiAnswering(success({ ads: 'a.webp,b.webp' }))
    expect((await api.content.homeSettings()).banners).toEqual(['a.webp', 'b.webp'])
    expect(sent).toEqual([{ path: 'common/getsystem', body: { type: 'index' } }])
  })

  // Proves API-04.
  test('a refusal is thrown with its message and code', async () => {
    const { api } = apiAnswering({ code: 66, msg: 'Please add a child first', data: null })
    await expect(api.accounts.profile()).rejects.toMatchObject({
      name: 'Refusal',
      message: 'Please add a child first',
      code: 66,
    })
  })

  test('a refusal of a field that the call sent names it by our name', async () => {
    const refused = { code: 0, msg: 'Too long', data: null }
    const { api } = apiAnswering({ ...refused, field: 'psot_code' })
    await expect(api.accounts.editProfile({ postcode: 'BS1' })).rejects.toMatchObject({ field: 'postcode' })
    const { api: other } = apiAnswering({ ...refused, field: 'postcode' })
    await expect(other.accounts.editProfile({})).rejects.toMatchObject({ field: undefined })
  })

  test('the client is not mistaken for a promise', async () => {
    const { api } = apiAnswering(success(null))
    expect(await api).toBe(api)
  })
})
