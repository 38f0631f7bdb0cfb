import { expect, test } from 'vitest'
import { createTestRoot } from '../testing/create-test-root.ts'
import { getConsoleHash } from './create-console-environment.ts'

test('the console is built again after a change of what it imports, also of the rules of rollouts', () => {
  const root = createTestRoot({ 'console/main.tsx': '', 'shell/layout/styles/tokens.css': '' })
  try {
    const hashes = [
      'console/app/frame.tsx',
      'shared/protocol/rollout/plans.ts',
      'shell/layout/styles/tokens.css',
      'shell/main.tsx', // not read
    ].map((file) => {
      root.write(file, 'changed')
      return getConsoleHash(root.root)
    })
    expect(new Set(hashes).size).toBe(3)
    expect(hashes[3]).toBe(hashes[2])
  } finally {
    root.remove()
  }
})
