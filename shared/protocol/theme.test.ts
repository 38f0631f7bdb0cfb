import { expect, test } from 'vitest'
import { parseThemeCookie } from './theme.ts'

test.each(['light', 'dark'] as const)('a chosen %s theme is found among other cookies', (theme) => {
  expect(parseThemeCookie(`a=b; portico.theme=${theme}; portico.session_token=x`)).toBe(theme)
})

test.each([
  ['no cookies at all', undefined],
  ['no cookie of this name', 'my.portico.theme=dark'],
  ['an unknown theme', 'portico.theme=sepia'],
  ['a value that contains markup', 'portico.theme=dark"><script>'],
  ['nothing', 'portico.theme='],
])('%s means the system theme', (_title, cookies) => {
  expect(parseThemeCookie(cookies)).toBe(null)
})
