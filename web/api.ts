import { createContext, useContext } from 'react'
import { type Api, type BeginCall, refusedFieldHeader, type Send } from '#contract/client.ts'
import { pause } from '#web/pause.ts'
import { isEnvelope, postCall } from './post-call.ts'

const maxTries = 4

/** A call without a readable answer. Unless it was never sent, it is unknown whether the server acted. */
export class Unanswered extends Error {
  readonly wasSent: boolean
  constructor(cause: unknown, wasSent = true) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.wasSent = wasSent
  }
}

/**
 * Calls over HTTP. The only HTTP failures that count as refusals are a 401, and a 503 that says “not now”
 * (`isRefused`). Others are logged, and shown beside a pressed button (decision B-16). `onWait` is told how
 * many seconds a call waits for a busy server.
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
    const isOffline = !navigator.onLine
    return await postCall(`${apiBase}${path}`, body, { 'Accept-Language': 'en', token }).catch(error => {
      throw new Unanswered(error, !isOffline)
    })
  }
  return async (path, body) => {
    let response = await ask(path, body)
    // A busy server has begun nothing, and says when to retry.
    for (let tries = 1; isBusy(response) && tries < maxTries; tries++) {
      const seconds = Number(response.headers.get('retry-after'))
      onWait?.(seconds)
      await pause(seconds * 1000)
      response = await ask(path, body)
    }
    const answer: unknown = await response.json().catch(error => {
      throw new Unanswered(error)
    })
    // A late 401 for a former token says nothing about the present one.
    const isOver = isEnvelope(answer) && answer.code === 401 && !isPresent()
    if (isEnvelope(answer) && !isOver && (response.ok || answer.code === 401 || isBusy(response))) {
      // A body with code 401 means signed out, whatever the HTTP status (spec 2 §8).
      const code = response.ok || answer.code === 401 ? answer.code : response.status
      return { ...answer, code, field: response.headers.get(refusedFieldHeader) ?? undefined }
    }
    throw new Unanswered(`${path} answered HTTP ${response.status}`)
  }
}

const isBusy = ({ status, headers }: Response) =>
  status === 503 && Number(headers.get('retry-after')) > 0 && Number(headers.get('retry-after')) <= 10

const ApiContext = createContext<Api | undefined>(undefined)
export const ApiProvider = ApiContext.Provider

/** Returns the client of this page: over HTTP in a browser, in process on the server. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
