import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** Where a session with a mail server is: a command, or what surrounds them. */
export type SmtpStage = (typeof stages)[number]

const stages = ['greeting', 'EHLO', 'AUTH', 'STARTTLS', 'MAIL', 'RCPT', 'DATA', 'content', 'QUIT'] as const

/** What the server does at a stage: it says a line, or whatever it likes; `null` is silence. */
export type SmtpReply = string | null | ((socket: Socket) => void)

const honest: Readonly<Record<SmtpStage, string>> = {
  greeting: '220 ready',
  EHLO: '250-hello\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  STARTTLS: '220 begin',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  content: '250 accepted',
  QUIT: '221 bye',
}

/** Starts a mail server that replies as the test says at some stages, and honestly at the others. */
export async function startHostileSmtpServer(replies: Partial<Record<SmtpStage, SmtpReply>>) {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {}) // of a client that has given up
    const say = (stage: SmtpStage) => {
      const reply = replies[stage] === undefined ? honest[stage] : replies[stage]
      if (typeof reply === 'function') reply(socket)
      else if (reply !== null) socket.write(`${reply}\r\n`)
    }
    say('greeting')
    let received = ''
    let isContent = false
    socket.on('data', (chunk) => {
      const parts = `${received}${chunk}`.split('\r\n')
      received = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (isContent && line !== '.') continue
        const stage = isContent ? 'content' : toStage(line)
        isContent = stage === 'DATA' && replies.DATA === undefined
        if (stage !== null) say(stage)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so it isn't the name of a pipe
  return {
    port,
    /** Without encryption, with a password. */
    url: `smtp://user:secret-password@127.0.0.1:${port}`,
    /** What clients have said. */
    lines,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** null: not a command, such as the beginning of TLS. */
function toStage(line: string): SmtpStage | null {
  const command = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
  return stages.find((stage) => stage === command) ?? null
}
