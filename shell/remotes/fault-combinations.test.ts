import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { describe, expect, test } from 'vitest'
import { createTestLoader, createTestModule, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import type { FetchModule } from './federation.ts'

// A browser meets each fault once (e2e/faults); here each meets every release that it can hit.

const broken = new TypeError('x is undefined')
const rejectWith = (error: unknown) => () => Promise.reject(error)
const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const missingStyle = Object.assign(new Error('Loading CSS chunk 12 failed.'), {
  code: 'CSS_CHUNK_LOAD_FAILED',
})

/** How a faulty release loads, and the phase and reason of the failure. */
const faults: readonly (readonly [name: string, load: () => Promise<unknown>, failure: string])[] = [
  ['missing entry', rejectWith(named('ScriptNetworkError', 'Failed to load script')), 'entry network'],
  ['entry that times out', rejectWith(named('ScriptNetworkError', 'Script timed out.')), 'entry timeout'],
  ['entry that throws', rejectWith(named('ScriptExecutionError', 'loaded but threw')), 'entry init'],
  ['missing exposed chunk', rejectWith(named('ChunkLoadError', '(missing: 12.js)')), 'entry network'],
  ['missing page chunk', pageThat(rejectWith(named('ChunkLoadError', '(missing: 12.js)'))), 'chunk network'],
  [
    'page chunk that times out',
    pageThat(rejectWith(named('ChunkLoadError', '(timeout: 12.js)'))),
    'chunk timeout',
  ],
  ['missing style sheet', pageThat(rejectWith(missingStyle)), 'style network'],
  ['page that throws on evaluation', pageThat(rejectWith(broken)), 'module init'],
  ['page without a component', pageThat(async () => ({})), 'module contract'],
  ['empty module', async () => undefined, 'module contract'],
]

const previous = createSelectedRemote([{ path: '/new' }])
const current: SelectedRemote = {
  ...previous,
  release: { ...previous.release, version: '1.3.0', hash: '11111111', global: 'portico_new_current' },
}
const canary: SelectedRemote = { ...current, arm: 'canary', rollout: 'r1', fallback: previous.release }
const stableWithPrevious: SelectedRemote = { ...current, fallback: previous.release }

describe.each(faults)('a %s', (_name, load, failure) => {
  test('a fault of a canary falls back to stable', async () => {
    const { loader, getResults } = createTestLoader(createFaultyRelease(load).fetchModule)
    expect(await loader.loadPage(canary, '/new')).toBe(New)
    expect(getResults()).toEqual([`canary 1.3.0 ${failure} -> 1.2.0`, 'fallback 1.2.0 ok'])
  })

  test('a fault of stable falls back to the previous release', async () => {
    const { loader, getResults } = createTestLoader(createFaultyRelease(load).fetchModule)
    expect(await loader.loadPage(stableWithPrevious, '/new')).toBe(New)
    expect(getResults()).toEqual([`stable 1.3.0 ${failure} -> 1.2.0`, 'fallback 1.2.0 ok'])
  })

  test('a fault of the only release fails, and a retry recovers', async () => {
    const { fetchModule, repair } = createFaultyRelease(load)
    const { loader, getResults } = createTestLoader(fetchModule)
    const [phase, reason] = failure.split(' ')
    expect(await getFailure(loader.loadPage(current, '/new'))).toMatchObject({ phase, reason })
    expect(await getFailure(loader.loadPage(current, '/new'))).toMatchObject({ phase, reason })
    repair()
    expect(await loader.loadPage(current, '/new')).toBe(New)
    expect(getResults()).toEqual([`stable 1.3.0 ${failure}`, `stable 1.3.0 ${failure}`, 'stable 1.3.0 ok'])
  })

  test('a fault of one remote leaves another working', async () => {
    const other = createSelectedRemote([{ path: '/new' }], { name: 'other' })
    const { loader } = createTestLoader((remote) =>
      remote.name === 'other' ? Promise.resolve(createTestModule()) : load(),
    )
    await getFailure(loader.loadPage(current, '/new'))
    expect(await loader.loadPage(other, '/new')).toBe(New)
  })
})

/** Release 1.3.0 loads as the fault says until `repair`; every other release loads. */
function createFaultyRelease(load: () => Promise<unknown>) {
  let isRepaired = false
  const fetchModule: FetchModule = ({ release }) =>
    release.version === '1.3.0' && !isRepaired ? load() : Promise.resolve(createTestModule())
  return {
    fetchModule,
    repair: () => {
      isRepaired = true
    },
  }
}

function pageThat(lazy: () => Promise<unknown>): () => Promise<unknown> {
  return async () => createTestModule(lazy)
}
