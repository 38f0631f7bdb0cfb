import { contractVersion } from '@portico/shared/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { createTestLoader, createTestModule, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'

const remote = createSelectedRemote([{ path: '/new' }])

describe('the contract', () => {
  test('a contract of another version is rejected before anything is fetched', async () => {
    const { fetched, loader } = createTestLoader(async () => createTestModule())
    const newer = createSelectedRemote([{ path: '/new' }], { contractVersion: contractVersion + 1 })
    expect(await getFailure(loader.loadPage(newer, '/new'))).toMatchObject({
      phase: 'module',
      reason: 'contract',
    })
    loader.preload(newer)
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([
    { what: 'a list', destinations: [{ name: 'One', path: '/new/one' }] },
    { what: 'none', destinations: undefined },
  ])('a remote offers $what of destinations to the search', async ({ destinations }) => {
    const { loader } = createTestLoader(async () => withDestinations(destinations))
    expect(await loader.loadDestinations(remote)).toEqual(destinations ?? [])
  })

  test.each([[{ path: '/new/one' }], [{ name: 'One', path: 'https://elsewhere.example' }], {}])(
    'is broken by destinations that are %j',
    async (...destinations) => {
      const { loader } = createTestLoader(async () => withDestinations(destinations))
      expect(await getFailure(loader.loadDestinations(remote))).toMatchObject({
        phase: 'module',
        reason: 'contract',
      })
    },
  )

  const { routes } = createTestModule().remote
  test.each([
    { what: 'no module', loaded: undefined },
    { what: 'a module without the export', loaded: { default: createTestModule().remote } },
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
  ])('a contract is broken by $what', async ({ loaded }) => {
    const { loader } = createTestLoader(async () => loaded)
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({
      phase: 'module',
      reason: 'contract',
    })
  })

  test.each([undefined, {}, { Component: '<p>' }, { Component: null }, { default: New }])(
    'is broken by a page that is %j',
    async (loaded) => {
      const { loader } = createTestLoader(async () => createTestModule(async () => loaded))
      expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({
        phase: 'module',
        reason: 'contract',
      })
    },
  )
})

/** A module that offers `destinations`; undefined: that offers none. */
function withDestinations(destinations: unknown) {
  const { remote } = createTestModule()
  return destinations === undefined
    ? { remote }
    : { remote: { ...remote, destinations: { lazy: async () => ({ destinations }) } } }
}
