import { afterEach, expect, test } from 'vitest'
import { createLocalProof, type LocalProof } from './local-proof.ts'

let proof: LocalProof
afterEach(() => proof.stop())

// A site at `localhost` listens on both loopback addresses, and one at `::1` may be opened as `localhost`.
test.each(['localhost', '127.0.0.1', '::1'])(
  'a browser gets the key of a site at %s under the name that it uses',
  async (host) => {
    proof = createLocalProof({ host, publicUrl: 'http://localhost:3000' }, 'mailbox-not-local')
    for (const name of ['localhost', '127.0.0.1']) {
      const response = await fetch(await proof.getAddress(name, '/-/mailbox'), { redirect: 'manual' })
      const back = new URL(response.headers.get('location') ?? '')
      expect([back.host, back.pathname]).toEqual([`${name}:3000`, '/-/mailbox'])
      expect(proof.isKey(back.searchParams.get('key') ?? '')).toBe(true)
    }
  },
)

test('a request can’t make the site listen on further addresses', async () => {
  proof = createLocalProof({ host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000' }, 'mailbox-not-local')
  const names = ['127.0.0.1', '127.1.2.3', '127.3.2.1', 'localhost']
  const ports = await Promise.all(names.map(async (name) => new URL(await proof.getAddress(name, '/')).port))
  expect(new Set(ports).size).toBe(1)
})

test('an address that this machine lacks is refused, and the site still stops', async () => {
  proof = createLocalProof({ host: '203.0.113.9', publicUrl: 'http://203.0.113.9:3000' }, 'mailbox-not-local')
  await expect(proof.getAddress('203.0.113.9', '/')).rejects.toMatchObject({ code: 'mailbox-not-local' })
})
