// A child process of a benchmark: the ceiling, a bare HTTP server that answers the given bytes to whatever is asked.
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
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
