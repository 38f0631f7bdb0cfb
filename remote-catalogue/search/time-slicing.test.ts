import { expect, test } from 'vitest'
import { allEntries, buildIndexSync } from '../testing/search-index.ts'
import { buildIndex } from './build-index.ts'
import { inSlices } from './time-slicing.ts'

test('an index that is built in slices is the same', async () => {
  expect(await inSlices(buildIndex(allEntries))).toEqual(buildIndexSync(allEntries))
})

test('work that is not wanted any more stops', async () => {
  const controller = new AbortController()
  function* endless(): Generator<void, never, void> {
    for (;;) {
      controller.abort()
      yield
    }
  }
  await expect(inSlices(endless(), controller.signal)).rejects.toThrow('abort')
})
