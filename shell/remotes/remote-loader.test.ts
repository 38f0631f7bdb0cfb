import { memo } from 'react'
import { describe, expect, test } from 'vitest'
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

  test('a page that loads uses what was warmed, and a remote is warmed once', async () => {
    const { fetched, loader, getResults } = createTestLoader(async () => createTestModule())
    loader.warm(remote)
    loader.warm(remote)
    expect(getResults(), 'nothing was loaded yet').toEqual([])
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched.mock.calls).toEqual([[remote, 1]])
  })

  test('a page that loads makes a new attempt after its remote could not be warmed', async () => {
    const { fetched, loader, getResults } = createTestLoader((_, attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(createTestModule()),
    )
    loader.warm(remote)
    await new Promise((resolve) => setTimeout(resolve)) // it has failed by now
    loader.warm(remote)
    expect(await loader.loadPage(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
    expect(getResults()).toEqual(['stable 1.2.0 ok'])
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

  test('a retry is not affected by an earlier attempt that fails late', async () => {
    const late = Promise.withResolvers<unknown>()
    const { fetched, loader } = createTestLoader(async (_, attempt) =>
      createTestModule((path) => {
        if (attempt > 1) return Promise.resolve({ Component: New })
        return path === '/new' ? late.promise : Promise.reject(new Error('broken'))
      }),
    )
    const first = getFailure(loader.loadPage(remote, '/new'))
    await getFailure(loader.loadPage(remote, '/new/other'))
    await loader.loadPage(remote, '/new/other')
    late.reject(new Error('late'))
    await first
    await loader.loadPage(remote, '/new/other')
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})
