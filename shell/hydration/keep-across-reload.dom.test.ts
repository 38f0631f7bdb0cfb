import { beforeEach, expect, test, vi } from 'vitest'
import { keepAcrossReload, restoreAfterReload } from './keep-across-reload.ts'

const failed = 'portico_failed_shell=2.0.0-22222222;path=/'
const form = (message: string) =>
  `<input name="name"><input type="password" name="password"><input type="hidden" name="id" value="1"><textarea name="${message}"></textarea>`
const read = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)

/** A page in which the visitor types, and whose shell then empties it, is left; then its address is opened again. */
function leave({ name = failed, address = '/', message = 'message' } = {}): void {
  scrollTo.mockClear()
  window.name = name
  vi.stubGlobal('scrollY', 150)
  history.replaceState(null, '', '/')
  document.body.innerHTML = form('message')
  keepAcrossReload(window, '/r/shell/2.0.0-22222222/')
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) field.value = 'typed'
  document.body.innerHTML = ''
  vi.stubGlobal('scrollY', 0)
  window.dispatchEvent(new Event('pagehide'))
  document.body.innerHTML = form(message)
  history.replaceState(null, '', address)
}

const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
beforeEach(() => sessionStorage.clear())

test('the scroll position and what was typed are restored once, as if it were typed then, and never a password', () => {
  leave()
  const typed: EventTarget[] = []
  document.addEventListener('input', ({ target }) => void (target && typed.push(target)), { once: true })
  restoreAfterReload(window)
  expect(read()).toEqual(['typed', '', '1', 'typed'])
  expect(typed).toEqual([document.querySelector('input')])
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 150)
  document.body.innerHTML = form('message')
  restoreAfterReload(window)
  expect(read()).toEqual(['', '', '1', ''])
})

test.each([
  ['another page', { address: '/other' }, ''],
  ['a page that another shell has left', { name: '' }, ''],
  ['another form', { message: 'other' }, 'typed'],
])('nothing is restored in %s', (_, page, first) => {
  leave(page)
  restoreAfterReload(window)
  expect(read()).toEqual([first, '', '1', ''])
})

test.each(['{', '{"address":1}', 'null'])('what is stored may be anything: %s', (stored) => {
  document.body.innerHTML = form('message')
  sessionStorage.setItem('portico_reload', stored)
  restoreAfterReload(window)
  expect(read()).toEqual(['', '', '1', ''])
})
