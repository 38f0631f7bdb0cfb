import { expect, test } from 'vitest'
import { createRoutes } from './create-routes.ts'
import type { RemotePage } from './manifest.ts'

const owner = { name: 'things', team: 'Things team' }
const Home = () => null
const About = () => null
const loadRoute = async (route: string) => ({ Component: route === 'home' ? Home : About })
const createPage = (path: string, route?: string): RemotePage => ({
  path,
  access: 'open',
  title: path,
  ...(route && { route }),
})

test('each path of the manifest loads the route that its page names', async () => {
  const pages = [createPage('/', 'home'), createPage('/start', 'home'), createPage('/about', 'about')]
  const routes = createRoutes({ ...owner, pages }, loadRoute)
  expect(routes.map(({ path }) => path)).toEqual(['/', '/start', '/about'])
  const modules = await Promise.all(routes.map(({ lazy }) => lazy()))
  expect(modules.map(({ Component }) => Component)).toEqual([Home, Home, About])
})

test('a page without a route is named', () => {
  expect(() => createRoutes({ ...owner, pages: [createPage('/x')] }, loadRoute)).toThrow(
    'the page /x needs a route',
  )
})

test.each([{}, { Component: null }, { Component: 'Home' }, { default: Home }, null])(
  'a route module that exports no component is rejected with its file and owner: %o',
  async (module) => {
    const pages = [createPage('/', 'home')]
    const [route] = createRoutes({ ...owner, pages }, async () => module)
    await expect(route?.lazy()).rejects.toThrow(
      'remote-things/pages/home/route.tsx must export a component named Component. Owner: Things team.',
    )
  },
)
