import type { Envelope } from '#contract/client.ts'

/**
 * Posts one call of either front end: its body as JSON, or as a form with a file, whose other
 * values are in the address (calls.md §1).
 */
export function postCall(address: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const { file, ...others } = body as Record<string, unknown>
  const method = 'POST'
  if (!(file instanceof Blob)) {
    const ofJson = { ...headers, 'Content-Type': 'application/json' }
    return fetch(address, { method, headers: ofJson, body: JSON.stringify(body) })
  }
  // The browser sets a form's type, because only it knows the boundary.
  const form = new FormData()
  form.set('file', file)
  const beside = Object.entries(others).filter(([, value]) => value !== undefined)
  const query = beside.length > 0 ? `?${new URLSearchParams(beside as string[][])}` : ''
  return fetch(address + query, { method, headers, body: form })
}

export const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && typeof (answer as Envelope).code === 'number'
