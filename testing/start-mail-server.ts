import { createServer, type Server, type Socket } from 'node:net'

/** A slow mail server that refuses one named recipient and falls silent for another. */
export interface MailServer {
  port: number
  /** Message ids, in order of arrival. */
  taken: string[]
  /** The messages' headers, in the same order. */
  heads: string[]
  /** The newest message, unparsed. */
  newest: string
  /** The messages with CR LF and without the dots that SMTP adds, in the order of `taken`. */
  raws: string[]
  delayMilliseconds: number
  isHanging: boolean
  refusesSender: boolean
  /** How many of the next messages it takes and then ends the connection, without an answer. */
  losesAnswers: number
  close: () => void
}

/** `user`: the server requires this sign-in. `port`: a fixed port, for which it waits until it is free. */
export async function startMailServer({
  user,
  port = 0,
}: {
  user?: { name: string; password: string }
  port?: number
} = {}): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const state = {
    port: 0,
    taken: [] as string[],
    heads: [] as string[],
    newest: '',
    raws: [] as string[],
    delayMilliseconds: 0,
    isHanging: false,
    refusesSender: false,
    losesAnswers: 0,
    close: () => {},
  }
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (state.isHanging) return
    let message: string | undefined
    let unread = ''
    let silentAt = ''
    socket.write('220 mail.example.test\r\n')
    socket.on('data', bytes => {
      unread += bytes
      for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        silentAt = /^RCPT TO:<silent-at-(\w+)@/.exec(line)?.[1] ?? silentAt
        if (silentAt !== '' && line.startsWith(silentAt === 'end' ? '.' : silentAt)) return
        if (message === undefined) {
          if (line === 'DATA') message = ''
          if (line === 'STARTTLS') {
            socket.write('454 not here\r\n')
            continue
          }
          if (user && line.startsWith('EHLO')) {
            socket.write('250-mail.example.test\r\n250 AUTH PLAIN\r\n')
            continue
          }
          if (user && line.startsWith('AUTH PLAIN ')) {
            const right = Buffer.from(`\0${user.name}\0${user.password}`).toString('base64')
            socket.write(line === `AUTH PLAIN ${right}` ? '235 yes\r\n' : '535 5.7.8 wrong password\r\n')
            continue
          }
          const [command = ''] = /^(MAIL FROM|RCPT TO:<\w+|DATA)/.exec(line) ?? []
          const answers: Record<string, string> = {
            'MAIL FROM': state.refusesSender ? '550 not from there' : '250 yes',
            'RCPT TO:<refused': '550 no such person',
            'RCPT TO:<full': '452 mailbox full',
            DATA: '354 go on',
          }
          socket.write(`${answers[command] ?? '250 yes'}\r\n`)
        } else if (line === '.') {
          state.taken.push(/^Message-ID: <([^@]+)@/im.exec(message)?.[1] ?? '')
          state.newest = message
          state.raws.push(message.replaceAll('\n', '\r\n').replace(/^\.\./gm, '.'))
          state.heads.push(message.split('\n\n')[0] ?? '')
          message = undefined
          if (state.losesAnswers > 0) {
            state.losesAnswers -= 1
            socket.destroy()
            return
          }
          setTimeout(() => socket.write('250 taken\r\n'), state.delayMilliseconds)
        } else message += `${line}\n`
      }
    })
  })
  await new Promise<void>((done, fail) => {
    const listen = () => server.listen(port, '127.0.0.1')
    server.on('listening', done).on('error', (error: NodeJS.ErrnoException) => {
      // Another test has this port for a moment.
      if (port !== 0 && error.code === 'EADDRINUSE') setTimeout(listen, 50)
      else fail(error)
    })
    listen()
  })
  state.port = (server.address() as { port: number }).port
  state.close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return state
}
