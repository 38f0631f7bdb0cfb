import type { Connection } from '@portico/kit/may-spend-data.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { detailModule } from '../../endpoint/lazy-endpoint-detail.tsx'
import { renderCategory } from '../../testing/render-category.tsx'
import { variantListModule } from './variants/lazy-variant-list.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

/** Opens a category on a connection and lets the browser become idle. Returns the modules that were loaded by then. */
async function openUntilIdle(connection: Connection): Promise<string[]> {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work))
  vi.stubGlobal('cancelIdleCallback', () => {})
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
  const { unmount } = await renderCategory('/api/download')
  const loaded: string[] = []
  const watch = (name: string, module: { load(): Promise<unknown> }) =>
    vi.spyOn(module, 'load').mockImplementation(() => {
      loaded.push(name)
      return new Promise(() => {})
    })
  watch('details', detailModule)
  watch('variants', variantListModule)
  for (const work of waiting) work()
  unmount()
  return loaded
}

test('the code of opened rows is loaded when the browser is idle', async () => {
  expect(await openUntilIdle({ effectiveType: '4g' })).toEqual(['details', 'variants'])
})

test.each<Connection>([{ saveData: true }, { effectiveType: '3g' }])(
  'a visitor with %j loads only what they open',
  async (connection) => {
    expect(await openUntilIdle(connection)).toEqual([])
  },
)
