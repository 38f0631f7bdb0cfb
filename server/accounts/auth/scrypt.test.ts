import { setImmediate } from 'node:timers/promises'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScrypt } from './scrypt.ts'

const password = 'correct horse battery'
let scrypt: ReturnType<typeof createScrypt>
beforeEach(() => {
  scrypt = createScrypt()
})
afterEach(() => scrypt.stop())

test('a hash verifies only its own password and differs every time', async () => {
  const [hash, other] = await Promise.all([scrypt.hash(password), scrypt.hash(password)])
  expect(hash).not.toBe(other)
  expect(await scrypt.verify({ hash, password })).toBe(true)
  expect(await scrypt.verify({ hash, password: `${password} ` })).toBe(false)
})

test('hashing does not block the event loop', async () => {
  let isDone = false
  const hashed = scrypt.hash(password).then(() => {
    isDone = true
  })
  await setImmediate()
  expect(isDone).toBe(false)
  await hashed
})

// The second one is normalized: é as one character, or as e with an accent.
test.each([
  [password, password],
  ['caf\u00e9 noir', 'cafe\u0301 noir'],
])('better-auth and we verify each other’s hashes of %s', async (chosen, entered) => {
  const [ours, theirs] = await Promise.all([scrypt.hash(chosen), hashPassword(chosen)])
  expect(await verifyPassword({ hash: ours, password: entered })).toBe(true)
  expect(await verifyPassword({ hash: ours, password: `${entered}.` })).toBe(false)
  expect(await scrypt.verify({ hash: theirs, password: entered })).toBe(true)
  expect(await scrypt.verify({ hash: theirs, password: `${entered}.` })).toBe(false)
})

test('no password belongs to a damaged hash', async () => {
  expect(await scrypt.verify({ hash: '', password })).toBe(false)
  expect(await scrypt.verify({ hash: 'salt', password })).toBe(false)
})

test('a stop rejects what is being hashed, and what comes later', async () => {
  const rejected = expect(scrypt.hash(password)).rejects.toThrow('A worker thread ended')
  await scrypt.stop()
  await rejected
  await expect(scrypt.hash(password)).rejects.toThrow('The server is stopping.')
})
