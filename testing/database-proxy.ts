import { connect, createServer, type Socket } from 'node:net'

/** Opens a proxy to a database. While it is silent, it forwards no bytes and closes no connection. */
export async function openDatabaseProxy(url: string) {
  const address = new URL(url)
  const { port, hostname } = address
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const onwards = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, onwards],
      [onwards, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', bytes => {
        if (!isSilent) to.write(bytes)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  address.port = String((server.address() as { port: number }).port)
  return {
    url: address.href,
    setSilent: (silent: boolean) => {
      isSilent = silent
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
