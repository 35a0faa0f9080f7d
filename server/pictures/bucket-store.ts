import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { type Bucket, SettingError } from '#server/config.ts'
import type { PictureStore } from './picture-store.ts'

interface BucketStore extends PictureStore {
  /** Lists the paths that sort after `after`, or all paths. */
  list: (after?: string) => Promise<string[]>
}

const patienceMilliseconds = 8_000

/** Keeps pictures in a bucket. An error is a SettingError with one line. */
export function bucketStore(bucket: Bucket): BucketStore {
  const unusable = (reason: string) =>
    new SettingError(`S3_BUCKET ${bucket.name} at ${bucket.endpoint} cannot be used: ${reason}`)
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Buffer) => {
    const url = new URL(`/${bucket.name}/${path}`, bucket.endpoint)
    const signed = await signedHeaders(bucket, method, url, body)
    const headers = { ...Object.fromEntries(signed), ...(body && pictureHeaders) }
    const asked = fetchAtMostTwice(url, { method, headers, body: body && new Uint8Array(body) })
    const answer = await asked.catch(error => {
      throw unusable(error.message)
    })
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer
    throw unusable(await reasonOf(answer))
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
    list: async (after?: string) => {
      const paths: string[] = []
      for (;;) {
        const last: string = encodeURIComponent(paths.at(-1) ?? after ?? '')
        const answer = await ask('GET', `?list-type=2&prefix=uploads%2F&start-after=${last}`)
        if (!answer.ok) throw unusable(await reasonOf(answer))
        // Our own paths have no character that XML would spell otherwise.
        const found = (await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)
        const page = [...found].map(([, path]) => path as string)
        if (page.length === 0) return paths
        paths.push(...page)
      }
    },
  }
}

const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'private, max-age=2592000, immutable',
}

/** Signs a request with AWS Signature Version 4; the body is signed by its hash. */
async function signedHeaders(
  { region, accessKeyId, secretAccessKey }: Bucket,
  method: string,
  url: URL,
  body: Buffer = Buffer.alloc(0),
): Promise<Headers> {
  const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
  const keys = { region, accessKeyId, secretAccessKey, service: 's3' }
  return (await new AwsV4Signer({ method, url: url.href, headers, ...keys }).sign()).headers
}

/** Sends a request, and once more after a lost connection or an error of the store. Every request may be repeated. */
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

/** Returns a reason such as “HTTP 403 SignatureDoesNotMatch”, from the XML of the store's answer. */
async function reasonOf(answer: Response): Promise<string> {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]
  return ['HTTP', answer.status, code].filter(Boolean).join(' ')
}
