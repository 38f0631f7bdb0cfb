import { expect, test } from 'vitest'
import { warmSessionStorage } from './warm-session-storage.ts'

test('warming the storage does nothing if the browser blocks it', () => {
  const forbidding = {
    get sessionStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError')
    },
  }
  expect(() => warmSessionStorage(forbidding)).not.toThrow()
})
