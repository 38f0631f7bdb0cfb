import { expect, test } from 'vitest'
import { findCloseMatches } from './find-close-matches.ts'

const known = [
  '/',
  '/about',
  '/projects',
  '/projects/portico-shell',
  '/projects/bot-qr',
  '/projects/bot-qr/qr',
  '/api',
  '/api/download',
  '/api/text_effect_i',
  '/api/text_effect_ii',
].map((address) => ({ address, title: address }))

test.each([
  ['a typo', '/abuot', ['/about']],
  ['a typo in the last part', '/projects/portico-shel', ['/projects/portico-shell', '/projects']],
  ['a missing folder', '/download', ['/api/download']],
  ['another folder', '/catalogue/DOWNLOAD/', ['/api/download']],
  ['two that are close', '/api/text_effect_iii', ['/api/text_effect_ii', '/api/text_effect_i', '/api']],
  ['a page below one that exists', '/about/me/now', ['/about']],
  ['nothing like it below a folder', '/api/weather', ['/api']],
  ['nothing at all', '/wp-login.php', []],
  ['not an address', '/%E0%A4%A', []],
])('%s: %s may be %j', (_, path, expected) => {
  expect(findCloseMatches(path, known).map(({ address }) => address)).toEqual(expected)
})
