import { expect, test } from 'vitest'
import type { RemotePage } from '../release/manifest.ts'
import { createRoutes } from './create-routes.ts'

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
  const routes = createRoutes({ pages }, loadRoute)
  expect(routes.map(({ path }) => path)).toEqual(['/', '/start', '/about'])
  const modules = await Promise.all(routes.map(({ lazy }) => lazy()))
  expect(modules.map(({ Component }) => Component)).toEqual([Home, Home, About])
})

test('a page without a route is named', () => {
  expect(() => createRoutes({ pages: [createPage('/x')] }, loadRoute)).toThrow('the page /x needs a route')
})
