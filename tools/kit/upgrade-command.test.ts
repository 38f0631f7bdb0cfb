import { expect, test } from 'vitest'
import { describeChanges } from './upgrade-command.ts'

const kit = {
  id: '1.0.0-0a1b2c3d',
  contractVersion: 1,
  provides: { react: '19.3.1', 'react-router': '8.5.1' },
  imports: { group: [], message: '' },
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
    'The contract is version 2 now, before 1: see docs/contract/2.md in node_modules/@portico/shared. A remote for version 1 is accepted until the next one.',
    'The shell provides react 19.4.0, before 19.3.1.',
    'The shell provides react-router no longer, before 8.5.1.',
    'The shell provides valibot 2.0.0, before not.',
  ])
})

test('an upgrade says what a remote can no longer import', () => {
  expect(describeChanges(kit, { ...kit, modules: ['ui/button', 'ui/graph'] })).toEqual([
    '@portico/shared/ui/chart is no longer in the kit.',
  ])
})

test('an upgrade past the support window says that the remote is not accepted any more', () => {
  expect(describeChanges(kit, { ...kit, contractVersion: 3 })).toEqual([
    expect.stringMatching(/docs\/contract\/3\.md .* A remote for version 1 is not accepted any more\.$/),
  ])
})

test('an upgrade that changes nothing for a remote says nothing', () => {
  expect(describeChanges(kit, { ...kit, id: '1.0.1-22222222' })).toEqual([])
})
