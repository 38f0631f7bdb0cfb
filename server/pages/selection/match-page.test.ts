import { expect, test } from 'vitest'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import { matchPage } from './match-page.ts'

function createRemote(...paths: readonly string[]): RemoteSelection {
  const integrity = `sha256-${'A'.repeat(43)}=`
  const pages = paths.map((path) => ({ path, access: 'open' as const, title: path, js: [], css: [] }))
  return {
    name: 'new',
    team: 'New team',
    release: {
      version: '1.0.0',
      hash: '0a1b2c3d',
      contractVersion: 1,
      global: 'portico_new',
      entry: { file: 'remote.js', integrity },
      pages,
    },
  }
}

const remotes = [
  createRemote('/', '/docs/*', '/projects', '/projects/:name/qr', '/:any/:thing/qr'),
  createRemote('/api', '/api/imageEdit', '/projects/*', '/projects/new/qr'),
]

// The match of the browser's router (react-router 8.5.1) for the same pages; null: none.
test.each([
  ['/', '/'],
  ['//', '/'],
  ['/api', '/api'],
  ['/api/', '/api'],
  ['/api///', '/api'],
  ['/API/IMAGEEDIT', '/api/imageEdit'],
  ['/%61pi', '/api'],
  ['/api/image%45dit', '/api/imageEdit'],
  ['/projects', '/projects'],
  ['/projects/one/qr', '/projects/:name/qr'],
  ['/projects/one%2Ftwo/qr', '/projects/:name/qr'],
  ['/projects/%3Cscript%3E/qr/', '/projects/:name/qr'],
  ['/projects/new/qr', '/projects/new/qr'],
  ['/projects/one', '/projects/*'],
  ['/projects/one/two/three', '/projects/*'],
  ['/other/one/qr', '/:any/:thing/qr'],
  ['/docs', '/docs/*'],
  ['/docs/', '/docs/*'],
  ['/docs/a/b', '/docs/*'],
  ['/docs/%E0%A4%A', '/docs/*'],
  ['//api', null],
  ['/api//imageEdit', null],
  ['/api%2FimageEdit', null],
  ['/api/imageEdit/more', null],
  ['/docs2', null],
  ['/%E0%A4%A', null],
  ['/%61pi/%E0%A4%A', null],
  ['/no/such/page', null],
  ['', '/'],
] as const)('%s is served by %s', (path, page) => {
  expect(matchPage(remotes, path)?.page.path ?? null).toBe(page)
})

test('a matched page includes its remote', () => {
  expect(matchPage(remotes, '/api')?.remote).toBe(remotes[1])
})

test('a site without remotes has no pages', () => {
  expect(matchPage([], '/')).toBeNull()
})
