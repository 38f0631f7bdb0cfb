import { afterEach, expect, test, vi } from 'vitest'
import { displayPreferencesScript } from './apply-display-preferences.ts'

const { documentElement: root } = document
const run = () => new Function(displayPreferencesScript)()

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

test('display preferences become attributes of the root element, and nothing else that is saved does', () => {
  localStorage.setItem('portico.look.test-size', 'small')
  localStorage.setItem('portico.secret', 'token')
  run()
  expect(root.getAttributeNames().map((name) => [name, root.getAttribute(name)])).toEqual([
    ['data-test-size', 'small'],
  ])
})

test('a page whose storage is blocked has the default display', () => {
  vi.stubGlobal('localStorage', undefined)
  run()
  expect(root.getAttributeNames()).toEqual([])
})
