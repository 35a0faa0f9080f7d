import { type Api, type Envelope, makeApi } from '#contract/client.ts'

/** The site at an address, as the programs of whoever has this token use it. */
export function apiAt(address: string, token = ''): Api {
  return makeApi(() => async (path, body) => {
    const response = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Envelope
  })
}
