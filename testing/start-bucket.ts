import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from '#server/pictures/bucket-store.ts'
import { signRequest } from '#server/pictures/sign-request.ts'

export interface BucketStandIn {
  bucket: Bucket
  objects: Map<string, { bytes: Buffer; type: string }>
  /** What it answers to the next requests instead of doing them. */
  faults: (number | 'hang up')[]
  close: () => Promise<void>
}

/** An S3-compatible store of one bucket, which does nothing for a request that is not signed as it was sent. */
export async function startBucket(): Promise<BucketStandIn> {
  const keys = { region: 'eu-west-2', accessKeyId: 'AKIATEST', secretAccessKey: 'a secret/with+signs' }
  const objects: BucketStandIn['objects'] = new Map()
  const faults: BucketStandIn['faults'] = []
  const server = createServer(async (request, reply) => {
    const body = await buffer(request)
    const fault = faults.shift()
    if (fault === 'hang up') return request.socket.destroy()
    const refuse = (status: number, code: string) =>
      reply
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    if (fault) return refuse(fault, 'SlowDown')
    if (request.headers.authorization !== expected(request, body)) return refuse(403, 'SignatureDoesNotMatch')
    const [, name, ...path] = (request.url ?? '').split('/')
    if (name !== 'maypole-pictures') return refuse(404, 'NoSuchBucket')
    const key = path.join('/')
    const object = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return reply.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply.writeHead(204).end()
    }
    if (!object) return refuse(404, 'NoSuchKey')
    return reply.writeHead(200, { 'content-type': object.type }).end(object.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** The signature over what has arrived: the headers that it names, the address and the body. */
  function expected(request: IncomingMessage, body: Buffer): string | undefined {
    const { authorization = '', 'x-amz-date': moment = '' } = request.headers
    const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
    const own = ['host', 'x-amz-date', 'x-amz-content-sha256']
    const signed = names.filter(name => !own.includes(name))
    const sentAt = String(moment).replace(/^(\d{4})(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
    if (!own.every(name => names.includes(name)) || Number.isNaN(Date.parse(sentAt))) return undefined
    const headers = Object.fromEntries(signed.map(name => [name, String(request.headers[name])]))
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const sent = { method: request.method ?? '', url, headers, body }
    return signRequest(sent, keys, new Date(sentAt)).authorization
  }

  return {
    bucket: { ...keys, endpoint, name: 'maypole-pictures' },
    objects,
    faults,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
