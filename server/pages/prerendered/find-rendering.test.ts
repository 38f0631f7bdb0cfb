import { expect, test } from 'vitest'
import type { MatchedPage } from '../selection/match-page.ts'
import { findRendering } from './find-rendering.ts'

const noFile = { file: 'prerendered/frame-0.txt', integrity: 'sha256-' }
const frames = ['/', '/home', '/api', '*'].map((path) => ({ path, html: noFile }))
const shell = {
  version: '1.0.0',
  hash: '0a1b2c3d',
  js: [],
  css: [],
  prerendered: { site: '0123456789abcdef', year: 2026, frames, image: noFile },
}
const matched: MatchedPage = {
  page: { path: '/any', access: 'open', title: 'Any', js: [], css: [] },
  remote: {
    name: 'any',
    team: 'any',
    release: {
      version: '1.0.0',
      hash: '0a1b2c3d',
      contractVersion: 1,
      global: 'any',
      entry: noFile,
      pages: [],
    },
  },
}

test.each([
  ['/', '/'],
  ['/?a=/api', '/'],
  ['/home', '/home'],
  ['/api', '/api'],
  ['/API/download/?q=1', '/api'],
  ['/apis', '*'],
  ['/auth/login', '*'],
])('at %s the layout is that of %s, whose link it marks', (address, path) => {
  expect(findRendering({ matched, shell, state: 'signed-out', address, next: null })?.frame.path).toBe(path)
})
