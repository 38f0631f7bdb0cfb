import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { startSmtpServer } from '@portico/tools/testing/smtp-server.ts'
import PostalMime from 'postal-mime'
import { afterEach, expect, test, vi } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'
import { password } from '../testing/sign-up.ts'
import { renderEmail } from './email-template.ts'
import { openOutbox } from './open-outbox.ts'
import { createOutbox, emailAttempts, emailsQueued } from './outbox.ts'

const to = { name: 'Ada', address: 'ada@example.com' }
const message = renderEmail(to, {
  site: 'Site',
  subject: 'Hello',
  paragraphs: ['One <line> & more.'],
  code: '123456',
  closing: 'Bye.',
})
const address = '203.0.113.7'
const from = { name: 'Portico', address: 'no-reply@example.com' }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function startServer(...behaviour: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...behaviour)
  cleanups.push(server.stop)
  return server
}

function createTestOutbox(url: string) {
  const lost: Error[] = []
  const outbox = openOutbox({ smtp: { url, from }, dataDir: '' }, (error) => lost.push(error))
  return { outbox, lost }
}

test('an email is delivered with a text and an HTML part', async () => {
  const server = await startServer()
  const { outbox, lost } = createTestOutbox(server.url)
  outbox.send(message, address)
  await outbox.close()
  expect(lost).toEqual([])
  expect(server.received).toMatchObject([{ from: 'no-reply@example.com', to: ['ada@example.com'] }])
  const parsed = await PostalMime.parse(server.received[0]?.text ?? '')
  expect(parsed).toMatchObject({ subject: 'Hello - Site', from, to: [to] })
  expect(parsed.text).toContain('One <line> & more.\n\n123456')
  expect(parsed.html).toContain('One &#60;line&#62; &#38; more.')
})

test('a mail server on another machine gets no email without TLS', async () => {
  const server = await startServer() // it offers no TLS
  const { outbox } = createTestOutbox(server.url.replace('127.0.0.1', '0.0.0.0')) // which leads to this machine as well
  await expect(outbox.deliver(message)).rejects.toThrow('ETLS')
  expect(server.received).toEqual([])
  await outbox.close()
})

test('a line break in an address or a name adds no recipient and no header', async () => {
  const server = await startServer()
  const { outbox } = createTestOutbox(server.url)
  outbox.send(
    { ...message, to: { name: 'Ada\r\nBcc: evil@example.com', address: 'ada@example.com' } },
    address,
  )
  outbox.send(
    { ...message, to: { name: 'Ada', address: 'ada@example.com\r\nRCPT TO:<evil@example.com>' } },
    address,
  )
  outbox.send({ ...message, to: { name: 'Ada', address: 'ada@example.com, evil@example.com' } }, address)
  await outbox.close()
  for (const { to: recipients, text } of server.received) {
    expect(recipients).not.toContain('evil@example.com')
    expect(text).not.toMatch(/^bcc:/im)
  }
  expect(server.received[0]?.to).toEqual(['ada@example.com'])
})

/** Counts attempts from now on, by outcome. */
async function countAttempts() {
  const read = async (outcome: string) =>
    (await emailAttempts.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  const outcomes = ['sent', 'failed', 'lost']
  const before = await Promise.all(outcomes.map(read))
  return async () => (await Promise.all(outcomes.map(read))).map((count, at) => count - (before[at] ?? 0))
}

test('a temporarily rejected email is sent again, and the metrics count both attempts', async () => {
  const getAttempts = await countAttempts()
  const server = await startServer({ refuse: { code: 451, times: 1 } })
  const { outbox, lost } = createTestOutbox(server.url)
  outbox.send(message, address)
  await vi.waitFor(() => expect(server.received).toHaveLength(1), patience)
  await outbox.close()
  expect([server.refusals(), lost]).toEqual([1, []])
  expect(await getAttempts(), 'sent, failed, lost').toEqual([1, 1, 0])
  expect((await emailsQueued.get()).values).toMatchObject([{ value: 0 }])
})

test('a permanently rejected email is dropped, and the log does not reveal its recipient', async () => {
  const getAttempts = await countAttempts()
  const server = await startServer({ refuse: { code: 550, times: 9 } })
  const { outbox, lost } = createTestOutbox(server.url)
  outbox.send(message, address)
  await vi.waitFor(() => expect(lost).toHaveLength(1), patience)
  await outbox.close()
  expect([server.refusals(), server.received]).toEqual([1, []])
  expect(await getAttempts(), 'sent, failed, lost').toEqual([0, 1, 1])
  expect(lost[0]?.message).toContain('response 550')
  expect(`${lost[0]?.stack}`).not.toContain('@example.com')
})

test('closing the outbox retries queued emails once and drops those that fail', async () => {
  const attempts: string[] = []
  const lost: Error[] = []
  const send = async ({ subject }: { subject: string }) => {
    attempts.push(subject)
    throw new Error('unavailable')
  }
  const outbox = createOutbox({ send, onLost: (error) => lost.push(error) })
  outbox.send(message, address)
  await vi.waitFor(() => expect(attempts).toHaveLength(1), patience)
  await outbox.close()
  expect([attempts.length, lost.length]).toEqual([2, 1])
})

test('without SMTP every email is written to a file that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-mail-'))
  cleanups.push(() => rm(dataDir, { recursive: true }))
  const outbox = openOutbox({ smtp: null, dataDir }, () => {})
  outbox.send(message, address)
  outbox.send({ ...message, subject: 'Second' }, address)
  await outbox.close()
  const folder = join(dataDir, 'mailbox')
  const files = (await readdir(folder)).sort()
  expect(files).toEqual([expect.stringMatching(/^\d{13}-[0-9a-f]{8}\.eml$/), expect.stringMatching(/\.eml$/)])
  const [first = '', second = ''] = files
  expect((await PostalMime.parse(await readFile(join(folder, first)))).subject).toBe('Hello - Site')
  expect((await PostalMime.parse(await readFile(join(folder, second)))).subject).toBe('Second')
  expect((await stat(join(folder, first))).mode & 0o777).toBe(0o600)
})

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
describeWithServer(
  'a site with SMTP',
  (server) => {
    test('a sign-up does not wait for the email, and there is no mailbox page', async () => {
      const visitor = server().browser()
      const account = { username: 'mailed', email: 'mailed@example.com', password }
      expect((await visitor.post(accountPaths.signUp, account)).statusCode).toBe(201)
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience)
      const { text } = await PostalMime.parse(smtp.received[0]?.text ?? '')
      const code = /^\d{6}$/m.exec(text ?? '')?.[0]
      expect((await visitor.post(accountPaths.verify, { code })).json().visitor).toMatchObject({
        isVerify: true,
      })
      expect((await visitor.get('/-/mailbox.json')).statusCode).toBe(404)
      void smtp.stop() // ends when the site closes its connection
    })
  },
  {
    environment: async () => {
      smtp = await startSmtpServer()
      return { SMTP_URL: smtp.url, MAIL_FROM: 'Portico <no-reply@example.com>' }
    },
  },
)
