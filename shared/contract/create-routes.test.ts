import { expect, test } from 'vitest'
import type { RemotePage } from '../release/manifest.ts'
import { createRoutes } from './create-routes.ts'

const Nothing = () => null
const home = async () => ({ Component: Nothing })
const about = async () => ({ Component: Nothing })

function pageAt(path: string, ...chunks: readonly string[]): RemotePage {
  return { path, access: 'open', title: path, chunks: [...chunks] }
}

test('each page of the manifest is drawn by the screen that its first chunk names', () => {
  const pages = [pageAt('/', 'home'), pageAt('/start', 'home', 'data'), pageAt('/about', 'about')]
  expect(createRoutes({ pages }, { home, about })).toEqual([
    { path: '/', lazy: home },
    { path: '/start', lazy: home },
    { path: '/about', lazy: about },
  ])
})

test.each([
  ['another chunk', pageAt('/x', 'data')],
  ['no chunk', pageAt('/x')],
  ['what every object has', pageAt('/x', 'toString')],
])('a page that names %s first is told with the screens that there are', (_what, page) => {
  expect(() => createRoutes({ pages: [page] }, { home, about })).toThrow(
    /\/x .* expected one of: home, about/,
  )
})
