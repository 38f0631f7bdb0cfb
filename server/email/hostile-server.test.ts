import { isIP, type Socket } from 'node:net'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import {
  type SmtpReply,
  type SmtpStage,
  startHostileSmtpServer,
} from '@portico/tools/testing/hostile-smtp-server.ts'
import { startSmtpServer } from '@portico/tools/testing/smtp-server.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { publishSite } from '../testing/rollout-site.ts'
import { password } from '../testing/sign-up.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { renderEmail } from './email-template.ts'
import { openOutbox } from './open-outbox.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpTransport, getMailServer } from './transports.ts'

const visitor = '203.0.113.7'
const from = { name: 'Portico', address: 'no-reply@example.com' }
const content = { site: 'Site', subject: 'Hello', paragraphs: ['One.'], closing: 'Bye.' }
const createEmail = (address = 'ada@example.com') => renderEmail({ name: 'Ada', address }, content)

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startHostile(replies: Partial<Record<SmtpStage, SmtpReply>>) {
  const server = await startHostileSmtpServer(replies)
  cleanups.push(server.stop)
  return server
}

/** A mail server that accepts emails to one recipient and hangs for all others. */
async function startHangingExceptFor(recipient: string) {
  const others = { hanging: 0, closed: 0 }
  const closedBefore: number[] = [] // others, when an email to the recipient arrived
  const server = await startHostile({
    RCPT(socket) {
      if (server.lines.at(-1)?.includes(recipient)) {
        closedBefore.push(others.closed)
        socket.write('250 ok\r\n')
        return
      }
      others.hanging += 1
      socket.on('close', () => {
        others.closed += 1
      })
    },
  })
  return { server, others, closedBefore }
}

/** An outbox that is less patient than the site's. */
function openImpatient(url: string, { attemptTimeoutMs = 200, closeTimeoutMs = 200 } = {}) {
  const lost: Error[] = []
  const transport = createSmtpTransport(url, from)
  const onLost = (error: Error) => lost.push(error)
  const outbox = createOutbox({ send: transport.send, onLost, attemptTimeoutMs, closeTimeoutMs })
  cleanups.push(async () => {
    await outbox.close()
    transport.close()
  })
  return { outbox, lost }
}

const stages = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'content'] as const

// Not EHLO: HELO follows, which an older server understands.
describe.each(stages.filter((stage) => stage !== 'EHLO'))('a mail server that refuses at %s', (stage) => {
  test.each([421, 454, 535, 550])(
    'with %i leaves neither recipient nor password in the error',
    async (code) => {
      const { url, lines } = await startHostile({ [stage]: `${code} no <ada@example.com> secret-password` })
      const { outbox } = openImpatient(url, { attemptTimeoutMs: 10_000 })
      const error = await outbox.deliver(createEmail()).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ message: expect.stringContaining(`response ${code}`) })
      expect(error).not.toHaveProperty('cause')
      expect(`${error instanceof Error && error.stack}`).not.toMatch(/ada@|secret-password/)
      expect(lines.filter((line) => line === '.')).toHaveLength(stage === 'content' ? 1 : 0)
    },
  )
})

describe.each(stages)('a mail server that, at %s,', (stage) => {
  test.each<[string, SmtpReply]>([
    ['says nothing', null],
    [
      'says a bit now and then, but never all',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('%s, is given up', async (_what, reply) => {
    const { url } = await startHostile({ [stage]: reply })
    const { outbox } = openImpatient(url)
    await expect(outbox.deliver(createEmail())).rejects.toThrow('An email could not be delivered (EABORT)')
  })

  test('floods the line, is given up', async () => {
    const { url } = await startHostile({
      [stage]: (socket: Socket) => socket.write(`250-${'x'.repeat(1e7)}\r\n250 ok\r\n`),
    })
    const { outbox } = openImpatient(url, { attemptTimeoutMs: 10_000 })
    await expect(outbox.deliver(createEmail())).rejects.toThrow('An email could not be delivered (EPROTOCOL')
  })
})

test('an email waits for a server that refuses connections for a while', async () => {
  let greetings = 0
  const { url, lines } = await startHostile({
    greeting: (socket) => socket.write(greetings++ === 0 ? '554 blocked\r\n' : '220 ready\r\n'),
  })
  const { outbox, lost } = openImpatient(url, { attemptTimeoutMs: 5_000 })
  outbox.send(createEmail(), visitor)
  await vi.waitFor(() => expect(lines).toContain('.'), patience)
  expect(lost).toEqual([])
})

test('closing ends although the server hangs, and reports every email as lost', async () => {
  const { url } = await startHostile({ greeting: null })
  const { outbox, lost } = openImpatient(url, { attemptTimeoutMs: 60_000 })
  const emails = Array.from({ length: 20 }, (_, at) => createEmail(`visitor${at}@example.com`))
  for (const email of emails) outbox.send(email, visitor)
  await outbox.close()
  expect(lost).toHaveLength(emails.length)
})

test('whoever requests many emails delays neither other visitors nor the operator', async () => {
  const { url, lines } = await startHostile({})
  const { outbox } = openImpatient(url, { attemptTimeoutMs: 60_000 })
  for (let at = 0; at < 50; at += 1) outbox.send(createEmail(`flood${at}@example.com`), `203.0.113.${at}`)
  outbox.send(createEmail('ada@example.com'), '198.51.100.7')
  await outbox.deliver(createEmail('operator@example.com'))
  const readRecipients = () =>
    lines.filter((line) => line.startsWith('RCPT')).map((line) => line.slice(9, -1))
  await vi.waitFor(() => expect(readRecipients()).toHaveLength(52), patience)
  const recipients = readRecipients()
  // Four emails had a place at once, and four at a time overtake each other.
  for (const recipient of ['ada@example.com', 'operator@example.com'])
    expect(recipients.indexOf(recipient)).toBeLessThan(12)
})

test('whoever requests emails to addresses that hang leaves places for other visitors', async () => {
  const { server, others, closedBefore } = await startHangingExceptFor('ada@')
  const { outbox } = openImpatient(server.url, { attemptTimeoutMs: 60_000 })
  for (let at = 0; at < 10; at += 1) outbox.send(createEmail(`flood${at}@example.com`), `203.0.113.${at}`)
  await vi.waitFor(() => expect(others.hanging).toBe(2), patience)
  outbox.send(createEmail('ada@example.com'), '198.51.100.7')
  await vi.waitFor(() => expect(closedBefore).toEqual([0]), patience)
})

test('an operator whose mail server hangs leaves places for emails of visitors', async () => {
  const { server: mailServer, others, closedBefore } = await startHangingExceptFor('visitor@')
  const database = await createTestDatabase()
  const server = await startTestServer(database, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Portico <no-reply@example.com>',
    NOTIFY_EMAIL: 'operator@example.com',
  })
  cleanups.push(async () => {
    await mailServer.stop()
    await server.stop()
    await database.remove()
  })
  await publishSite(server, 'one', 'two', 'three', 'four', 'five', 'six')
  await vi.waitFor(() => expect(others.hanging).toBeGreaterThan(1), patience)
  const account = { username: 'visitor', email: 'visitor@example.com', password }
  await server.browser().post(accountPaths.signUp, account)
  await vi.waitFor(() => expect(closedBefore).toEqual([0]), patience)
})

test('visitors don’t notice that the mail server hangs', async () => {
  const hanging = await startHostile({ EHLO: null })
  const database = await createTestDatabase()
  const server = await startTestServer(database, {
    SMTP_URL: hanging.url,
    MAIL_FROM: 'Portico <no-reply@example.com>',
  })
  cleanups.push(async () => {
    await hanging.stop()
    await server.stop()
    await database.remove()
  })
  for (let at = 0; at < 10; at++) {
    const visitor = server.browser()
    const account = { username: `waiting${at}`, email: `waiting${at}@example.com`, password }
    expect((await visitor.post(accountPaths.signUp, account)).statusCode).toBe(201)
    expect((await visitor.post(accountPaths.sendCode, {})).statusCode).toBe(202)
  }
})

test.each([
  'smtp://localhost',
  'smtp://LOCALHOST:2525',
  'smtp://127.0.0.1',
  'smtp://[::1]:25',
  'smtp://127.999.0.1',
  'smtp://localhost.example',
  'smtp://mail.example',
])('no name server decides where %s is, unless TLS does', (url) => {
  const { requireTLS, ...server } = getMailServer(url)
  const host = new URL(server.url).hostname.replace(/^\[|\]$/g, '')
  expect(requireTLS || isIP(host) > 0).toBe(true)
})

test('a mail server on this machine may be called localhost', async () => {
  const { url, lines } = await startHostile({})
  const { outbox } = openImpatient(url.replace('127.0.0.1', 'localhost'), { attemptTimeoutMs: 5_000 })
  await outbox.deliver(createEmail())
  const credentials = Buffer.from('\0user\0secret-password').toString('base64')
  expect(lines).toContain(`AUTH PLAIN ${credentials}`)
})

/** The server's address as that of another machine. */
const toRemote = (port: number) => `smtp://user:secret-password@0.0.0.0:${port}`

test.each<[string, Partial<Record<SmtpStage, SmtpReply>>]>([
  ['knows nothing of STARTTLS', { STARTTLS: '502 what' }],
  ['refuses STARTTLS', { EHLO: '250-hello\r\n250-STARTTLS\r\n250 AUTH PLAIN', STARTTLS: '454 not now' }],
  ['doesn’t know EHLO', { EHLO: '502 what' }],
  [
    'speaks no TLS after all, and replies in advance',
    {
      STARTTLS:
        '220 begin\r\n250-hello\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 ok\r\n250 ok\r\n354 go on\r\n250 accepted',
    },
  ],
])(
  'a mail server on another machine that %s gets neither the password nor the email',
  async (_what, replies) => {
    const { port, lines } = await startHostile(replies)
    const { outbox } = openImpatient(toRemote(port), { attemptTimeoutMs: 5_000 })
    await expect(outbox.deliver(createEmail())).rejects.toThrow('An email could not be delivered')
    const said = lines.join('\n')
    expect(said).not.toMatch(/^(AUTH|MAIL|RCPT|DATA)/m)
  },
)

test('a mail server with a certificate that nobody has signed gets no email', async () => {
  const server = await startSmtpServer({ hasTls: true })
  cleanups.push(server.stop)
  const outbox = openOutbox(
    { smtp: { url: toRemote(Number(new URL(server.url).port)), from }, dataDir: '' },
    () => {},
  )
  await expect(outbox.deliver(createEmail())).rejects.toThrow('An email could not be delivered (ESOCKET)')
  expect(server.received).toEqual([])
  await outbox.close()
})

test.each([
  'ada@example.com\r\nRCPT TO:<evil@example.com>',
  '<ada@example.com>,<evil@example.com>',
  'ada@example.com> NOTIFY=SUCCESS',
  '"ada@example.com> <evil@example.com"@example.com',
  'group: ada@example.com, evil@example.com;',
  'jörg@exämple.com',
  'ada@example.com\0',
])('an email to %j has one recipient, who is not evil@example.com', async (address) => {
  const { url, lines } = await startHostile({})
  const { outbox } = openImpatient(url, { attemptTimeoutMs: 5_000 })
  await outbox.deliver(createEmail(address)).catch(() => {}) // it may be refused
  const commands = lines.slice(0, lines.indexOf('DATA'))
  const recipients = commands.filter((line) => line.startsWith('RCPT'))
  expect(recipients.length).toBeLessThanOrEqual(1)
  for (const recipient of recipients) expect(recipient).toMatch(/^RCPT TO:<(?!evil@)[^<>]+>$/)
  expect(lines.filter((line) => /^(to|cc|bcc):/i.test(line))).toHaveLength(recipients.length)
})
