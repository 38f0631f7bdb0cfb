import { expect, test } from 'vitest'
import { renameJsonKeys } from './rename-json-keys.ts'

test('fields are renamed at any depth, names of files and remotes are not', () => {
  const stored = {
    ahead: { heads: [{ picture: 1 }] },
    files: { heads: { picture: 2 } },
    remotes: { ahead: { stable: { ahead: null } } },
  }
  const names = { ahead: 'prerendered', heads: 'metadata', picture: 'image' }
  expect(JSON.parse(renameJsonKeys(JSON.stringify(stored), names))).toEqual({
    prerendered: { metadata: [{ image: 1 }] },
    files: { heads: { image: 2 } },
    remotes: { ahead: { stable: { prerendered: null } } },
  })
})
