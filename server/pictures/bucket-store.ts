import type { PictureStore } from './picture-store.ts'
import { type BucketKeys, signRequest } from './sign-request.ts'

/** A bucket of an S3-compatible store; it is asked as `endpoint/bucket/path`, which all of them understand. */
export interface Bucket extends BucketKeys {
  endpoint: string
  name: string
}

const patienceMilliseconds = 8_000

export function bucketStore(bucket: Bucket): PictureStore {
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Buffer) => {
    const url = new URL(`/${bucket.name}/${path}`, bucket.endpoint)
    const headers = signRequest({ method, url, headers: body && pictureHeaders, body }, bucket, new Date())
    const answer = await fetchAtMostTwice(url, { method, headers, body: body && new Uint8Array(body) })
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer
    throw new Error(await reasonOf(answer))
  }
  return {
    keep: async (path, bytes) => {
      const answer = await ask('PUT', path, bytes)
      await answer.body?.cancel()
    },
    read: async path => {
      const answer = await ask('GET', path)
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      await answer.body?.cancel()
      return undefined
    },
    remove: async path => {
      const answer = await ask('DELETE', path)
      await answer.body?.cancel()
    },
  }
}

const pictureHeaders = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=2592000, immutable' }

/** A lost connection or a fault of the store's own is often over at the next try; every request may be repeated. */
async function fetchAtMostTwice(url: URL, request: RequestInit): Promise<Response> {
  const once = () =>
    fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(patienceMilliseconds) })
  const first = await once().catch(() => undefined)
  if (first && first.status < 500) return first
  await first?.body?.cancel()
  try {
    return await once()
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string }
    throw new Error(`it does not answer (${cause?.code ?? name})`)
  }
}

/** 'HTTP 403 SignatureDoesNotMatch': the store says why in XML. */
async function reasonOf(answer: Response): Promise<string> {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]
  return ['HTTP', answer.status, code].filter(Boolean).join(' ')
}
