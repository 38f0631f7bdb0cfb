import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import { describe, expect, test } from 'vitest'
import { createTestLoader, createTestModule, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'

const remote = createSelectedRemote([{ path: '/new' }])
const content = { page: null, all: undefined, load: async () => ({}) }

describe('the contract', () => {
  test.each([contractVersion + 1, contractVersion - 2])(
    'a release for contract %i, outside of the window, is refused before anything is fetched',
    async (version) => {
      const { fetched, loader } = createTestLoader(async () => createTestModule())
      const unsupported = createSelectedRemote([{ path: '/new' }], { contractVersion: version })
      const failure = await getFailure(loader.loadPage(unsupported, '/new'))
      expect(failure).toMatchObject({ phase: 'module', reason: 'contract' })
      expect(String(failure.cause)).toContain(`built for contract version ${version}`)
      loader.preload(unsupported)
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  test.each([contractVersion, contractVersion - 1])(
    'a release for contract %i, inside the window, is loaded',
    async (version) => {
      const { loader } = createTestLoader(async () => createTestModule())
      const supported = createSelectedRemote([{ path: '/new' }], { contractVersion: version })
      expect(await loader.loadPage(supported, '/new')).toBe(New)
    },
  )

  test.each([
    { what: 'a list', destinations: [{ name: 'One', path: '/new/one' }] },
    { what: 'none', destinations: undefined },
  ])('a remote offers $what of destinations to the search', async ({ destinations }) => {
    const { loader } = createTestLoader(async () => withDestinations(destinations))
    expect(await loader.loadDestinations(remote, content)).toEqual(destinations ?? [])
  })

  test.each([[{ path: '/new/one' }], [{ name: 'One', path: 'https://elsewhere.example' }], {}])(
    'is broken by destinations that are %j',
    async (...destinations) => {
      const { loader } = createTestLoader(async () => withDestinations(destinations))
      expect(await getFailure(loader.loadDestinations(remote, content))).toMatchObject({
        phase: 'module',
        reason: 'contract',
      })
    },
  )

  const { routes } = createTestModule().remote
  test.each([
    { what: 'no module', loaded: undefined },
    { what: 'a module without the export', loaded: { default: createTestModule().remote } },
    { what: 'routes that are no list', loaded: { remote: { routes: {} } } },
    {
      what: 'a route without a path',
      loaded: { remote: { routes: [{ lazy: async () => ({}) }] } },
    },
    {
      what: 'a route that cannot be called',
      loaded: { remote: { routes: [{ path: '/new', lazy: {} }] } },
    },
    { what: 'no route for the page', loaded: { remote: { routes: routes.slice(1) } } },
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
