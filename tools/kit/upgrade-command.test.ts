import { expect, test } from 'vitest'
import { describeChanges } from './upgrade-command.ts'

const kit = {
  id: '1.0.0-0a1b2c3d',
  contractVersion: 1,
  provides: { react: '19.3.1', 'react-router': '8.5.1' },
  imports: { group: [], message: '', order: [] },
  modules: ['ui/button', 'ui/chart'],
}

test('an upgrade says what the shell provides now, and the contract', () => {
  const after = {
    ...kit,
    id: '1.1.0-11111111',
    contractVersion: 2,
    provides: { react: '19.4.0', valibot: '2.0.0' },
  }
  expect(describeChanges(kit, after)).toEqual([
    'The contract changed from version 1 to 2: see docs/contract/2.md in node_modules/@portico/kit. A remote for version 1 is accepted until the next one.',
    'The shell now provides react 19.4.0 (was 19.3.1).',
    'The shell no longer provides react-router (was 8.5.1).',
    'The shell now provides valibot 2.0.0.',
  ])
})

test('an upgrade says what a remote can no longer import', () => {
  expect(describeChanges(kit, { ...kit, modules: ['ui/button', 'ui/graph'] })).toEqual([
    '@portico/kit/ui/chart is no longer in the kit.',
  ])
})

test('an upgrade past the support window says that the remote is no longer accepted', () => {
  expect(describeChanges(kit, { ...kit, contractVersion: 3 })).toEqual([
    expect.stringMatching(/docs\/contract\/3\.md .* A remote for version 1 is no longer accepted\.$/),
  ])
})

test('an upgrade that changes nothing for a remote says nothing', () => {
  expect(describeChanges(kit, { ...kit, id: '1.0.1-22222222' })).toEqual([])
})
