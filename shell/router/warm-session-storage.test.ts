import { expect, test } from 'vitest'
import { warmSessionStorage } from './warm-session-storage.ts'

test('does nothing if the browser blocks storage', () => {
  const forbidding = {
    get sessionStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError')
    },
  }
  expect(() => warmSessionStorage(forbidding)).not.toThrow()
})
