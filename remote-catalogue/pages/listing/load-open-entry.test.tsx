import { afterEach, expect, test, vi } from 'vitest'
import { detailModule } from '../../endpoint/lazy-endpoint-detail.tsx'
import { previewModule, tryItModule } from '../../endpoint/panel-modules.ts'
import { loadOpenEntry } from './load-open-entry.ts'
import { variantListModule } from './variants/lazy-variant-list.tsx'

const modules: readonly { load(): Promise<unknown> }[] = [
  detailModule,
  previewModule,
  tryItModule,
  variantListModule,
]

afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

test('an address that opens an entry loads its code, which may fail', async () => {
  history.replaceState(null, '', '/api/download?row=apk')
  const loads = modules.map((module) => vi.spyOn(module, 'load').mockRejectedValue(new Error('offline')))
  await loadOpenEntry()
  for (const load of loads) expect(load).toHaveBeenCalledOnce()
})

test('another address loads nothing', async () => {
  history.replaceState(null, '', '/api/download?q=apk')
  const load = vi.spyOn(detailModule, 'load')
  await loadOpenEntry()
  expect(load).not.toHaveBeenCalled()
})

test('code that does not arrive holds the page up for a second', async () => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/api/download?row=apk')
  for (const module of modules) vi.spyOn(module, 'load').mockReturnValue(new Promise(() => {}))
  const isReady = vi.fn()
  void loadOpenEntry().then(isReady)
  await vi.advanceTimersByTimeAsync(999)
  expect(isReady).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady).toHaveBeenCalledOnce()
})
