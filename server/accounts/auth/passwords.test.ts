import { expect, test } from 'vitest'
import { fastPasswords } from '../../testing/fast-passwords.ts'
import { createPasswordHasher } from './passwords.ts'

const password = 'correct horse battery'
const busy = { code: 'server-busy', details: expect.objectContaining({ retryAfterSeconds: 5 }) }

test('passwords beyond the queue are rejected until there is room', async () => {
  const going = Promise.withResolvers<void>()
  const hash = async (given: string) => {
    await going.promise
    return fastPasswords.hash(given)
  }
  const hasher = createPasswordHasher({
    algorithm: { ...fastPasswords, hash },
    concurrency: 1,
    maxQueued: 1,
  })
  const running = hasher.hash(password)
  hasher.requireRoom()
  const waiting = hasher.hash(password)
  expect(hasher.requireRoom).toThrow(expect.objectContaining(busy))
  await expect(hasher.hash(password)).rejects.toMatchObject(busy)
  await expect(hasher.verify({ hash: '', password })).rejects.toMatchObject(busy)
  going.resolve()
  await running
  hasher.requireRoom()
  expect(await hasher.verify({ hash: await waiting, password })).toBe(true)
})

test('what fails makes room, and is no busy server', async () => {
  const algorithm = { ...fastPasswords, hash: () => Promise.reject(new Error('no memory')) }
  const hasher = createPasswordHasher({ algorithm, concurrency: 1, maxQueued: 0 })
  await expect(hasher.hash(password)).rejects.toThrow('no memory')
  hasher.requireRoom()
})
