import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestLoader, createTestModule, deadlineMs, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import type { FetchModule } from './federation.ts'

const canaryDeadlineMs = 8_000
const stable = createSelectedRemote([{ path: '/new' }])
const canary: SelectedRemote = {
  ...stable,
  release: { ...stable.release, version: '1.3.0', hash: '11111111', global: 'portico_new_canary' },
  arm: 'canary',
  rollout: 'r1',
  fallback: stable.release,
  deadlineMs: canaryDeadlineMs,
}
const isCanary = ({ release }: SelectedRemote) => release.version === '1.3.0'
const broken = new Error('broken')
const chunkFailed = Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' })
const never = new Promise<never>(() => {})

/** Fetches the canary by `load`, and a working stable release. */
function canaryThat(load: () => Promise<unknown>): FetchModule {
  return (remote) => (isCanary(remote) ? load() : Promise.resolve(createTestModule()))
}

describe('a failing canary falls back to stable in the same page view', () => {
  test.each([
    { what: 'cannot be fetched', load: () => Promise.reject(chunkFailed), end: 'entry network' },
    { what: 'throws while it starts', load: () => Promise.reject(broken), end: 'entry init' },
    { what: 'hands over nothing', load: async () => undefined, end: 'module contract' },
    {
      what: 'lacks a chunk',
      load: async () => createTestModule(() => Promise.reject(chunkFailed)),
      end: 'chunk network',
    },
    {
      what: 'has a page that is none',
      load: async () => createTestModule(async () => ({})),
      end: 'module contract',
    },
  ])('a canary that $what falls back to stable', async ({ load, end }) => {
    const { loader, getResults } = createTestLoader(canaryThat(load))
    expect(await loader.loadPage(canary, '/new')).toBe(New)
    expect(getResults()).toEqual([`canary 1.3.0 ${end} -> 1.2.0`, 'fallback 1.2.0 ok'])
    expect(loader.getActive(canary).remote.release.version).toBe('1.2.0')
  })

  test('a failing canary falls back to stable for another contract without being fetched', async () => {
    const { fetched, loader } = createTestLoader(canaryThat(async () => createTestModule()))
    const newer = { ...canary, release: { ...canary.release, contractVersion: 99 } }
    expect(await loader.loadPage(newer, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([{ release }]) => release.version)).toEqual(['1.2.0'])
  })

  test('a failing canary falls back to stable after throwing while rendering', async () => {
    const { loader, getResults } = createTestLoader(canaryThat(async () => createTestModule()))
    await loader.loadPage(canary, '/new')
    expect(loader.reportFailure(canary, broken).hasFallback).toBe(true)
    expect(await loader.loadPage(canary, '/new')).toBe(New)
    expect(getResults()).toEqual([
      'canary 1.3.0 ok',
      'canary 1.3.0 mount mount -> 1.2.0',
      'fallback 1.2.0 ok',
    ])
  })

  test('a failing canary falls back to stable after its preload failed', async () => {
    const { fetched, loader, getResults } = createTestLoader(canaryThat(() => Promise.reject(broken)))
    loader.preload(canary)
    await new Promise((resolve) => setTimeout(resolve)) // the preload has failed by now
    expect(await loader.loadPage(canary, '/new')).toBe(New)
    expect(getResults()).toEqual(['canary 1.3.0 entry init -> 1.2.0', 'fallback 1.2.0 ok'])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('a failing canary falls back to stable once for all parts that were requested at the same time', async () => {
    const { fetched, loader } = createTestLoader(canaryThat(() => Promise.reject(broken)))
    await Promise.all([loader.loadPage(canary, '/new'), loader.loadPage(canary, '/new/other')])
    expect(fetched.mock.calls.map(([{ release }, attempt]) => [release.version, attempt])).toEqual([
      ['1.3.0', 1],
      ['1.2.0', 1],
    ])
  })
})

describe('the deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the deadline of a canary is shorter, and its fallback has the full deadline', async () => {
    const { loader, getResults } = createTestLoader(() => never)
    const failure = getFailure(loader.loadPage(canary, '/new'))
    await vi.advanceTimersByTimeAsync(canaryDeadlineMs)
    expect(getResults()).toEqual(['canary 1.3.0 entry timeout -> 1.2.0'])
    await vi.advanceTimersByTimeAsync(deadlineMs - 1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ reason: 'timeout' })
  })
})

describe('a stable release that fails', () => {
  test('a stable release that fails falls back to the previous release', async () => {
    const before = { ...stable, fallback: { ...stable.release, version: '1.1.0', hash: '22222222' } }
    const { loader, getResults } = createTestLoader(({ release }) =>
      release.version === '1.2.0' ? Promise.reject(broken) : Promise.resolve(createTestModule()),
    )
    expect(await loader.loadPage(before, '/new')).toBe(New)
    expect(getResults()).toEqual(['stable 1.2.0 entry init -> 1.1.0', 'fallback 1.1.0 ok'])
  })

  test('a stable release that fails without a fallback fails, and the visitor can retry', async () => {
    const { fetched, loader } = createTestLoader(() => Promise.reject(broken))
    await getFailure(loader.loadPage(canary, '/new'))
    await getFailure(loader.loadPage(canary, '/new'))
    expect(fetched.mock.calls.map(([{ release }, attempt]) => `${release.version} ${attempt}`)).toEqual([
      '1.3.0 1',
      '1.2.0 1',
      '1.2.0 2',
    ])
  })
})

test('an offline visitor keeps the release, which is not at fault', async () => {
  const { loader, getResults } = createTestLoader(() => Promise.reject(chunkFailed), false)
  expect(await getFailure(loader.loadPage(canary, '/new'))).toMatchObject({ reason: 'offline' })
  expect(getResults()).toEqual(['canary 1.3.0 entry offline'])
})

test('a remote that is switched off is not fetched', async () => {
  const { fetched, loader } = createTestLoader(async () => createTestModule())
  const off = { ...stable, off: 'a doubt' }
  expect(await getFailure(loader.loadPage(off, '/new'))).toMatchObject({ reason: 'off' })
  loader.preload(off)
  expect(fetched).not.toHaveBeenCalled()
})

describe('a reselected release', () => {
  const next: SelectedRemote = {
    ...stable,
    release: { ...stable.release, version: '1.4.0', hash: '33333333' },
  }

  test('a reselected release replaces one that was only preloaded', async () => {
    const { loader } = createTestLoader(async () => createTestModule())
    loader.preload(stable)
    loader.reselect(next)
    await loader.loadPage(stable, '/new')
    expect(loader.getActive(stable).remote.release.version).toBe('1.4.0')
  })

  test('a reselected release does not replace one that is in use', async () => {
    const { loader } = createTestLoader(async () => createTestModule())
    await loader.loadPage(stable, '/new')
    loader.reselect(next)
    expect(loader.getActive(stable).remote.release.version).toBe('1.2.0')
  })
})
