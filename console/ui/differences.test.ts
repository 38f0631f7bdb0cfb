import { expect, test } from 'vitest'
import { formatDifference, listDifferences } from './differences.ts'

test('only what changed is listed, by its path', () => {
  const before = { stable: '1.0.0', off: null, rollout: { share: 500, status: 'running', shares: [0, 500] } }
  const after = { stable: '1.0.0', off: 'incident', rollout: { share: 2_500, shares: [0, 500] } }
  expect(listDifferences(before, after).map(formatDifference)).toEqual([
    'rollout.share 500 → 2500',
    'rollout.status running → none',
    'off incident',
  ])
  expect(listDifferences(null, null)).toEqual([])
})
