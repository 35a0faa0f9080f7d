import { type Api, type Envelope, makeApi } from '#contract/client.ts'

/** The site at an address, as programs use it that send these headers along: a token, say. */
export function apiAt(address: string, headers: Record<string, string> = {}): Api {
  return makeApi(() => async (path, body) => {
    const response = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Envelope
  })
}
