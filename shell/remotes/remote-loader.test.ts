import { memo } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createTestLoader, createTestModule, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'

const remote = createSelectedRemote([{ path: '/new' }, { path: '/new/other' }])
const Other = () => null
const another = () => memo(New)
const never = new Promise<never>(() => {})

describe('a page that loads', () => {
  test('a page that loads takes one fetch, and is the same component when it is requested again', async () => {
    const { fetched, loader } = createTestLoader(async () =>
      createTestModule(async () => ({ Component: another() })),
    )
    const first = await loader.loadPage(remote, '/new')
    expect(await loader.loadPage(remote, '/new')).toBe(first)
    expect(fetched.mock.calls).toEqual([[remote, 1]])
  })

  test('a page that loads shares the entry with another page that is requested at the same time', async () => {
    const entry = Promise.withResolvers<unknown>()
    const { fetched, loader } = createTestLoader(() => entry.promise)
    const both = Promise.all([loader.loadPage(remote, '/new'), loader.loadPage(remote, '/new/other')])
    entry.resolve(createTestModule(async (path) => ({ Component: path === '/new' ? New : Other })))
    expect(await both).toEqual([New, Other])
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('a page that loads uses what was preloaded', async () => {
    const { fetched, loader } = createTestLoader(async () => createTestModule())
    loader.preload(remote)
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    loader.preload(remote)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('a page that loads does not wait for another remote', async () => {
    const { loader } = createTestLoader(({ name }) =>
      name === 'new' ? Promise.resolve(createTestModule()) : never,
    )
    loader.preload(createSelectedRemote([{ path: '/slow' }], { name: 'slow' }))
    expect(await loader.loadPage(remote, '/new')).toBe(New)
  })

  test.each([
    { what: 'a function', Component: New },
    { what: 'a component of React', Component: { $$typeof: Symbol.for('react.memo'), type: New } },
  ])('the component of a page may be $what', async ({ Component }) => {
    const { loader } = createTestLoader(async () => createTestModule(async () => ({ Component })))
    expect(await loader.loadPage(remote, '/new')).toBe(Component)
  })
})

describe('a warmed page', () => {
  const afterTasks = () => new Promise((resolve) => setTimeout(resolve)) // what was warmed has ended
  const networkError = new Error('Loading chunk 7 failed.')

  test('a warmed page is loaded once, and its load is reported once it is opened', async () => {
    const lazy = vi.fn(async () => ({ Component: New }))
    const { fetched, loader, getResults } = createTestLoader(async () => createTestModule(lazy))
    loader.warm(remote, '/new')
    loader.warm(remote, '/new')
    await afterTasks()
    expect(lazy.mock.calls).toEqual([['/new']])
    expect(getResults()).toEqual([])
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    loader.warm(remote, '/new')
    await afterTasks()
    expect(lazy).toHaveBeenCalledOnce()
    expect(fetched.mock.calls).toEqual([[remote, 1]])
    expect(getResults()).toEqual(['stable 1.2.0 ok'])
  })

  test('a warmed page is not in use: a newly selected release replaces it', async () => {
    const { fetched, loader } = createTestLoader(async () => createTestModule())
    loader.warm(remote, '/new')
    await afterTasks()
    const selected = { ...remote, release: { ...remote.release, version: '2.0.0', hash: 'bbbbbbbb' } }
    loader.reselect(selected)
    await loader.loadPage(remote, '/new')
    expect(fetched.mock.calls.map(([{ release }]) => release.version)).toEqual(['1.2.0', '2.0.0'])
  })

  test('a warmed page is a new attempt after the entry has failed', async () => {
    const { fetched, loader, getResults } = createTestLoader((_, attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(createTestModule()),
    )
    loader.warm(remote, '/new')
    await afterTasks()
    loader.warm(remote, '/new')
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
    expect(getResults()).toEqual(['stable 1.2.0 ok'])
  })

  test('a warmed page is requested again after the network has failed, and another open page stays', async () => {
    let isDown = false
    const { fetched, loader, getResults } = createTestLoader(async () =>
      createTestModule(async (path) => {
        if (isDown) throw networkError
        return { Component: path === '/new' ? New : Other }
      }),
    )
    await loader.loadPage(remote, '/new')
    isDown = true
    loader.warm(remote, '/new/other')
    await afterTasks()
    isDown = false
    expect(await loader.loadPage(remote, '/new/other')).toBe(Other)
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched).toHaveBeenCalledOnce()
    expect(getResults()).toEqual(Array(3).fill('stable 1.2.0 ok'))
  })

  test('a warmed page whose code has thrown fails with that error once it is opened, and Retry starts again', async () => {
    const cause = new Error('broken')
    const lazy = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(cause)
      .mockResolvedValue({ Component: New })
    const { fetched, loader, getResults } = createTestLoader(async () => createTestModule(lazy))
    loader.warm(remote, '/new')
    await afterTasks()
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({ reason: 'init', cause })
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
    expect(getResults()).toEqual(['stable 1.2.0 module init', 'stable 1.2.0 ok'])
  })
})

describe('a retry', () => {
  test('a retry is a new attempt with the next number, for every page of the remote', async () => {
    const broken = new Error('broken')
    const { fetched, loader } = createTestLoader((_, attempt) =>
      attempt < 3 ? Promise.reject(broken) : Promise.resolve(createTestModule()),
    )
    await getFailure(loader.loadPage(remote, '/new'))
    await getFailure(loader.loadPage(remote, '/new/other'))
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2, 3])
  })

  test('a retry fetches the entry again after a page has failed', async () => {
    const { fetched, loader } = createTestLoader(async (_, attempt) =>
      createTestModule(() =>
        attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve({ Component: New }),
      ),
    )
    await getFailure(loader.loadPage(remote, '/new'))
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('a retry follows a page that failed while rendering', async () => {
    const { fetched, loader } = createTestLoader(async () => createTestModule())
    await loader.loadPage(remote, '/new')
    const cause = new Error('render')
    expect(loader.reportFailure(remote, cause)).toMatchObject({
      failure: { phase: 'mount', reason: 'mount', cause },
      hasFallback: false,
    })
    await loader.loadPage(remote, '/new')
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
  })

  test('a retry is not affected by an earlier attempt that fails late, whose loads continue with it', async () => {
    const late = Promise.withResolvers<unknown>()
    const { fetched, loader } = createTestLoader(async (_, attempt) =>
      createTestModule((path) => {
        if (attempt > 1) return Promise.resolve({ Component: New })
        return path === '/new' ? late.promise : Promise.reject(new Error('broken'))
      }),
    )
    const first = loader.loadPage(remote, '/new')
    await getFailure(loader.loadPage(remote, '/new/other'))
    await loader.loadPage(remote, '/new/other')
    late.reject(new Error('late'))
    expect(await first).toBe(New)
    await loader.loadPage(remote, '/new/other')
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

test('a page that fails while it is in the back/forward cache loads again, and nothing is reported', async () => {
  const { loader, fetched, getResults, hasReturnedSince } = createTestLoader(async (_remote, attempt) =>
    attempt === 1 ? Promise.reject(new Error('Loading chunk 7 failed.')) : createTestModule(),
  )
  hasReturnedSince.mockReturnValueOnce(true)
  expect(await loader.loadPage(remote, '/new')).toBe(New)
  expect(fetched.mock.calls).toEqual([
    [remote, 1],
    [remote, 2],
  ])
  expect(getResults()).toEqual(['stable 1.2.0 ok'])
})

test('where a remote may not run, nothing of it is fetched, and no failure is reported', async () => {
  const { fetched, loader, isolation, getResults } = createTestLoader(async () => createTestModule())
  isolation.follow(() => ['account'])
  loader.preload(remote)
  loader.warm(remote, '/new')
  expect(await getFailure(loader.loadSearch(remote))).toMatchObject({ reason: 'isolated' })
  expect(fetched).not.toHaveBeenCalled()
  expect(getResults()).toEqual([])
})
