import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import type { Bucket } from '#server/config.ts'

/** The objects in one answer to a list; a real store sends a thousand. */
const objectsPerPage = 2

export interface BucketStandIn {
  bucket: Bucket
  objects: Map<string, { bytes: Buffer; type: string }>
  /** The faults with which the next requests are answered; 0 lets one request pass. */
  faults: (number | 'hang up')[]
  close: () => Promise<void>
}

/** Starts an S3-compatible store with one bucket. It refuses requests whose signature does not match. */
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
    if (request.headers.authorization !== (await expected(request, body)))
      return refuse(403, 'SignatureDoesNotMatch')
    const { pathname, searchParams } = new URL(request.url ?? '', endpoint)
    const [, name, ...path] = pathname.split('/')
    if (name !== 'maypole-pictures') return refuse(404, 'NoSuchBucket')
    if (searchParams.has('list-type')) {
      const isAsked = (key: string) =>
        key.startsWith(searchParams.get('prefix') ?? '') && key > (searchParams.get('start-after') ?? '')
      const keys = [...objects.keys()].filter(isAsked).sort().slice(0, objectsPerPage)
      return reply.writeHead(200).end(keys.map(key => `<Contents><Key>${key}</Key></Contents>`).join(''))
    }
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

  /** Computes the signature that the received address, time and body must have. */
  async function expected(request: IncomingMessage, body: Buffer): Promise<string | undefined> {
    const hash = createHash('sha256').update(body).digest('hex')
    if (request.headers['x-amz-content-sha256'] !== hash) return undefined
    const { headers } = await new AwsV4Signer({
      ...keys,
      service: 's3',
      method: request.method ?? '',
      url: `http://${request.headers.host}${request.url}`,
      headers: { 'x-amz-content-sha256': hash },
      datetime: String(request.headers['x-amz-date']),
    }).sign()
    return headers.get('authorization') ?? undefined
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
