import { createContext, useContext } from 'react'
import { type Api, type BeginCall, type Envelope, refusedFieldHeader, type Send } from '#contract/client.ts'
import { pause } from '#web/pause.ts'

const hasEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number'

const mostTries = 4

/** A call without an answer that can be read. Unless it was not sent, nobody knows what the server did of it. */
export class Unanswered extends Error {
  readonly wasSent: boolean
  constructor(cause: unknown, wasSent = true) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.wasSent = wasSent
  }
}

/**
 * Calls over HTTP. Of the HTTP failures only a 401 is a refusal, and a 503 one that says “not now” (`isRefused`). The
 * others are logged; beside a button that was pressed a line says so (decision B-16).
 * `onWait` is told how many seconds a call waits for a server that is too busy.
 */
export function sendOverHttp(
  apiBase: string,
  readToken: () => string | undefined,
  onWait?: (seconds: number) => void,
): BeginCall {
  return () => {
    const token = readToken() ?? ''
    return sendWith(apiBase, token, () => (readToken() ?? '') === token, onWait)
  }
}

function sendWith(
  apiBase: string,
  token: string,
  isPresent: () => boolean,
  onWait?: (seconds: number) => void,
): Send {
  const ask = async (path: string, body: unknown) => {
    const form = asForm(body)
    const isOffline = !navigator.onLine
    return await fetch(`${apiBase}${path}`, {
      method: 'POST',
      headers: {
        // A form's type carries the boundary, which only the browser knows.
        ...(form ? {} : { 'Content-Type': 'application/json' }),
        'Accept-Language': 'en',
        token,
      },
      body: form ?? JSON.stringify(body),
    }).catch(error => {
      throw new Unanswered(error, !isOffline)
    })
  }
  return async (path, body) => {
    let response = await ask(path, body)
    // A server that is too busy has begun nothing, and says when to ask again.
    for (let tries = 1; isBusy(response) && tries < mostTries; tries++) {
      const seconds = Number(response.headers.get('retry-after'))
      onWait?.(seconds)
      await pause(seconds * 1000)
      response = await ask(path, body)
    }
    const answer: unknown = await response.json().catch(error => {
      throw new Unanswered(error)
    })
    // A late 401 to the token of before says nothing of whoever has logged in since.
    const isOver = hasEnvelope(answer) && answer.code === 401 && !isPresent()
    if (hasEnvelope(answer) && !isOver && (response.ok || answer.code === 401 || isBusy(response))) {
      // Whatever the HTTP status is, a body with code 401 means that nobody is signed in (spec 2 §8).
      const code = response.ok || answer.code === 401 ? answer.code : response.status
      return { ...answer, code, field: response.headers.get(refusedFieldHeader) ?? undefined }
    }
    throw new Unanswered(`${path} answered HTTP ${response.status}`)
  }
}

const isBusy = ({ status, headers }: Response) =>
  status === 503 && Number(headers.get('retry-after')) > 0 && Number(headers.get('retry-after')) <= 10

/** A file travels as a part of a form (calls.md §1); everything else as JSON. */
function asForm(body: unknown): FormData | undefined {
  const { file } = body as { file?: unknown }
  if (!(file instanceof Blob)) return undefined
  const form = new FormData()
  form.set('file', file)
  return form
}

const ApiContext = createContext<Api | undefined>(undefined)
export const ApiProvider = ApiContext.Provider

/** The client of this page: over HTTP in a browser, in process on the server. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
