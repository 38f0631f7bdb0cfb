import { expect, test } from 'vitest'
import { getRange } from './get-free-port.ts'

test('workers of the journeys, workers of the unit tests and other processes have different ports', () => {
  const journeys = ['0', '1', '2', '3'].map((index) => getRange({ TEST_PARALLEL_INDEX: index }))
  const unitTests = ['1', '2', '3', '4'].map((id) => getRange({ VITEST_POOL_ID: id }))
  const all = [...journeys, ...unitTests, getRange({})]
  expect(new Set(all).size).toBe(all.length)
})
