// A child process of a benchmark: the ceiling, a bare HTTP server that answers every request with the given
// bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  body: Uint8Array
  headers: Record<string, string>
}

process.once('message', ({ body, headers }: BareAnswer) => {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      response.writeHead(200, { ...headers, 'content-length': body.length })
      response.end(body)
    })
  })
  // As in the product: open pages poll every five seconds, just when Node would close their connections.
  server.keepAliveTimeout = 65_000
  server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, () =>
    process.send?.((server.address() as AddressInfo).port),
  )
})
