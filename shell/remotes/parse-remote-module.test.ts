import { contractVersion } from '@portico/shared/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { chosenRemote } from './chosen-remote.fixture.ts'
import { failureOf, loaderOf, moduleOf, New } from './remote-loader.fixture.ts'

const remote = chosenRemote([{ path: '/new' }])

describe('the contract', () => {
  test('of another version is refused before anything is fetched', async () => {
    const { fetched, loader } = loaderOf(async () => moduleOf())
    const newer = chosenRemote([{ path: '/new' }], { contractVersion: contractVersion + 1 })
    expect(await failureOf(loader.page(newer, '/new'))).toMatchObject({ phase: 'module', reason: 'contract' })
    await loader.prefetch(newer)
    expect(fetched).not.toHaveBeenCalled()
  })

  const { routes } = moduleOf().remote
  test.each([
    { what: 'no module', loaded: undefined },
    { what: 'a module without the export', loaded: { default: moduleOf().remote } },
    {
      what: 'another version than the record says',
      loaded: { remote: { contractVersion: contractVersion + 1, routes } },
    },
    { what: 'routes that are no list', loaded: { remote: { contractVersion, routes: {} } } },
    {
      what: 'a route without a path',
      loaded: { remote: { contractVersion, routes: [{ lazy: async () => ({}) }] } },
    },
    {
      what: 'a route that cannot be called',
      loaded: { remote: { contractVersion, routes: [{ path: '/new', lazy: {} }] } },
    },
    { what: 'no route for the page', loaded: { remote: { contractVersion, routes: routes.slice(1) } } },
  ])('is not kept by $what', async ({ loaded }) => {
    const { loader } = loaderOf(async () => loaded)
    expect(await failureOf(loader.page(remote, '/new'))).toMatchObject({
      phase: 'module',
      reason: 'contract',
    })
  })

  test.each([undefined, {}, { Component: '<p>' }, { Component: null }, { default: New }])(
    'is not kept by a page that is %j',
    async (loaded) => {
      const { loader } = loaderOf(async () => moduleOf(async () => loaded))
      expect(await failureOf(loader.page(remote, '/new'))).toMatchObject({
        phase: 'module',
        reason: 'contract',
      })
    },
  )
})
