import { connect, createServer, type Socket } from 'node:net'

/**
 * A way to a database that can fall silent, so that bytes are neither answered nor refused, and that can lead to another
 * one, as what stands before a database and its standby does.
 */
export async function openWay(url: string) {
  const address = new URL(url)
  let target = new URL(url)
  let isSilent = false
  const sockets = new Set<Socket>()
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(socket => {
    const onwards = connect(Number(target.port), target.hostname)
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
    leadTo: (other: string) => {
      target = new URL(other)
      endAll()
    },
    close: () => {
      endAll()
      server.close()
    },
  }
}
