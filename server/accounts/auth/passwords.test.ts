import { expect, test } from 'vitest'
import { createPasswordHasher } from './passwords.ts'

const password = 'correct horse battery'

test('a hash fits its password only, and is another one each time', async () => {
  const { hash, verify } = createPasswordHasher()
  const [one, other] = await Promise.all([hash(password), hash(password)])
  expect(one).not.toBe(other)
  expect(await verify({ hash: one, password })).toBe(true)
  expect(await verify({ hash: one, password: `${password} ` })).toBe(false)
}, 30_000)

test('who would wait too long is sent away, and the event loop is free meanwhile', async () => {
  const { hash } = createPasswordHasher(1, 1)
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
}, 30_000)
