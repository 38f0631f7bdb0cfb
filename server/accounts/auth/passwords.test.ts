import { expect, test } from 'vitest'
import { createPasswordHasher } from './passwords.ts'

const password = 'correct horse battery'

test('a hash verifies only its own password and differs every time', async () => {
  const { hash, verify } = createPasswordHasher()
  const [one, other] = await Promise.all([hash(password), hash(password)])
  expect(one).not.toBe(other)
  expect(await verify({ hash: one, password })).toBe(true)
  expect(await verify({ hash: one, password: `${password} ` })).toBe(false)
})

test('requests beyond the queue are rejected without blocking the event loop', async () => {
  const { hash } = createPasswordHasher({ concurrency: 1, maxQueued: 1 })
  let isDone = false
  const served = Promise.all([hash(password), hash(password)]).then(() => {
    isDone = true
  })
  await expect(hash(password)).rejects.toMatchObject({
    code: 'server-busy',
    details: { retryAfterSeconds: 5 },
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  await served
})
