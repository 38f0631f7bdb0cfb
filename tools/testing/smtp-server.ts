import { SMTPServer } from 'smtp-server'

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

interface Behaviour {
  /** Rejects the first `times` emails with this code. */
  readonly refuse?: { readonly code: number; readonly times: number }
  /** Offers STARTTLS, with a certificate that nobody has signed. */
  readonly hasTls?: boolean
}

/** Starts a real SMTP server on its own port. */
export async function startSmtpServer({ refuse = { code: 0, times: 0 }, hasTls = false }: Behaviour = {}) {
  const received: Received[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals < refuse.times) {
          refusals++
          return callback(Object.assign(new Error(`no <secret@example.com>`), { responseCode: refuse.code }))
        }
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals: () => refusals,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
