import { describe, expect, test } from 'vitest'
import { OperatorError } from '../configuration/operator-error.ts'
import { openForSuite } from '../testing/open-for-suite.ts'
import { testDatabases } from '../testing/test-database.ts'
import { requireSiteSecret } from './site-secret-fingerprint.ts'

const [first, second, other] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)] as const

describe.each(testDatabases)('the secret of a site on $kind', ({ create }) => {
  const database = openForSuite(create)

  const start = (...secrets: readonly [string, ...string[]]) => requireSiteSecret(database().db, { secrets })

  test('servers that start at the same time agree on one secret, and others are refused', async () => {
    const results = await Promise.allSettled([start(first), start(first), start(first)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    await expect(start(other)).rejects.toThrow(OperatorError)
    const error: unknown = await start(other).catch((cause: unknown) => cause)
    expect(String(error)).not.toContain(other)
    expect(JSON.stringify(await database().db.selectFrom('site_secret').selectAll().execute())).not.toContain(
      first,
    )
  })

  test('a secret is replaced by one that is listed before it', async () => {
    await start(first, second) // every server accepts both
    await start(second, first)
    await start(first, second) // a server that restarts during the rotation
    await start(second, first)
    await start(second)
    await expect(start(first)).rejects.toThrow('append a space and the old one')
  })
})
