import { createHash, createHmac } from 'node:crypto'

/** Who asks an S3-compatible store, and in which region it is. */
export interface BucketKeys {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

interface UnsignedRequest {
  method: string
  url: URL
  /** By lower-case name; all of them are signed. */
  headers?: Record<string, string>
  body?: Uint8Array
}

/** The headers of a request to an S3-compatible store, signed as AWS Signature Version 4 asks; `host` goes by itself. */
export function signRequest(
  { method, url, headers = {}, body = new Uint8Array() }: UnsignedRequest,
  { region, accessKeyId, secretAccessKey }: BucketKeys,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = moment.slice(0, 8)
  const sent = { ...headers, 'x-amz-content-sha256': sha256(body), 'x-amz-date': moment }
  const signed = Object.entries({ ...sent, host: url.host }).sort(byName)
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    [...url.searchParams]
      .map(([name, value]): [string, string] => [encode(name), encode(value)])
      .sort(byName)
      .map(pair => pair.join('='))
      .join('&'),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sent['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  )
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...sent, authorization }
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

/** Stricter than encodeURIComponent: only letters, digits and `-._~` stand as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
