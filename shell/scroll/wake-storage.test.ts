import { expect, test } from 'vitest'
import { wakeStorage } from './wake-storage.ts'

test('a browser that forbids storage is left alone', () => {
  const forbidding = {
    get sessionStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError')
    },
  }
  expect(() => wakeStorage(forbidding)).not.toThrow()
})
