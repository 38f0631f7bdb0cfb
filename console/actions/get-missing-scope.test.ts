import { expect, test } from 'vitest'
import { getMissingScope } from './get-missing-scope.ts'

test.each([['admin'], ['rollback:*'], ['rollback:catalogue']])(
  '%s allows rolling back the catalogue',
  (scope) => {
    expect(getMissingScope({ scopes: [scope] }, 'rollback', 'catalogue')).toBeNull()
  },
)

test.each([['read'], ['rollback:account'], ['rollout:*'], ['rollback:cat']])('%s does not', (scope) => {
  expect(getMissingScope({ scopes: [scope] }, 'rollback', 'catalogue')).toBe('rollback:catalogue')
})
