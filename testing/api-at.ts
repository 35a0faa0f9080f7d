import { type Api, type Envelope, makeApi } from '#contract/client.ts'

/** Returns the site's calls at an address. Each call sends these headers, such as a token. */
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
