import { memo } from 'react'
import { describe, expect, test } from 'vitest'
import { chosenRemote } from './chosen-remote.fixture.ts'
import { failureOf, loaderOf, moduleOf, New } from './remote-loader.fixture.ts'

const remote = chosenRemote([{ path: '/new' }, { path: '/new/other' }])
const Other = () => null
const another = () => memo(New)
const never = new Promise<never>(() => {})

describe('a page that loads', () => {
  test('comes with one fetch, and stays the same component when it is asked for again', async () => {
    const { fetched, loader } = loaderOf(async () => moduleOf(async () => ({ Component: another() })))
    const first = await loader.page(remote, '/new')
    expect(await loader.page(remote, '/new')).toBe(first)
    expect(fetched.mock.calls).toEqual([[remote, 1]])
  })

  test('shares the entry with another page that is asked for at the same time', async () => {
    const entry = Promise.withResolvers<unknown>()
    const { fetched, loader } = loaderOf(() => entry.promise)
    const both = Promise.all([loader.page(remote, '/new'), loader.page(remote, '/new/other')])
    entry.resolve(moduleOf(async (path) => ({ Component: path === '/new' ? New : Other })))
    expect(await both).toEqual([New, Other])
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('takes the entry that was fetched before it was needed', async () => {
    const { fetched, loader } = loaderOf(async () => moduleOf())
    await loader.prefetch(remote)
    expect(await loader.page(remote, '/new')).toBe(New)
    await loader.prefetch(remote)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('does not wait for another remote', async () => {
    const { loader } = loaderOf(({ name }) => (name === 'new' ? Promise.resolve(moduleOf()) : never))
    void loader.prefetch(chosenRemote([{ path: '/slow' }], { name: 'slow' }))
    expect(await loader.page(remote, '/new')).toBe(New)
  })

  test.each([
    { what: 'a function', Component: New },
    { what: 'a component of React', Component: { $$typeof: Symbol.for('react.memo'), type: New } },
  ])('may be $what', async ({ Component }) => {
    const { loader } = loaderOf(async () => moduleOf(async () => ({ Component })))
    expect(await loader.page(remote, '/new')).toBe(Component)
  })
})

describe('a retry', () => {
  test('is a fresh attempt with the next number, for every page of the remote', async () => {
    const broken = new Error('broken')
    const { fetched, loader } = loaderOf((_, attempt) =>
      attempt < 3 ? Promise.reject(broken) : Promise.resolve(moduleOf()),
    )
    await failureOf(loader.page(remote, '/new'))
    await failureOf(loader.page(remote, '/new/other'))
    expect(await loader.page(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2, 3])
  })

  test('fetches the entry again after a page of it failed', async () => {
    const { fetched, loader } = loaderOf(async (_, attempt) =>
      moduleOf(() =>
        attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve({ Component: New }),
      ),
    )
    await failureOf(loader.page(remote, '/new'))
    expect(await loader.page(remote, '/new')).toBe(New)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('follows a page that failed on the screen', async () => {
    const { fetched, loader } = loaderOf(async () => moduleOf())
    await loader.page(remote, '/new')
    const cause = new Error('render')
    expect(loader.fail(remote, cause)).toMatchObject({
      failure: { phase: 'mount', reason: 'mount', cause },
      isSwapped: false,
    })
    await loader.page(remote, '/new')
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
  })

  test('is not spoilt by an earlier attempt that fails late', async () => {
    const late = Promise.withResolvers<unknown>()
    const { fetched, loader } = loaderOf(async (_, attempt) =>
      moduleOf((path) => {
        if (attempt > 1) return Promise.resolve({ Component: New })
        return path === '/new' ? late.promise : Promise.reject(new Error('broken'))
      }),
    )
    const first = failureOf(loader.page(remote, '/new'))
    await failureOf(loader.page(remote, '/new/other'))
    await loader.page(remote, '/new/other')
    late.reject(new Error('late'))
    await first
    await loader.page(remote, '/new/other')
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

describe('a prefetch', () => {
  test('that fails shows nothing, and the page is a fresh attempt', async () => {
    const { fetched, loader } = loaderOf((_, attempt) =>
      attempt === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(moduleOf()),
    )
    await expect(loader.prefetch(remote)).resolves.toBeUndefined()
    expect(await loader.page(remote, '/new')).toBe(New)
    expect(fetched.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
  })

  test('is not tried again for a remote that failed: only a visitor asks twice', async () => {
    const { fetched, loader } = loaderOf(() => Promise.reject(new Error('broken')))
    await loader.prefetch(remote)
    await loader.prefetch(remote)
    expect(fetched).toHaveBeenCalledOnce()
  })
})
