import { expect, test } from 'vitest'
import { warmSessionStorage } from './warm-session-storage.ts'

test('a browser that forbids storage is left alone', () => {
  const forbidding = {
    get sessionStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError')
    },
  }
  expect(() => warmSessionStorage(forbidding)).not.toThrow()
})
