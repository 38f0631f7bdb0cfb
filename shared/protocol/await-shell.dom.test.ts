import { afterEach, expect, test, vi } from 'vitest'
import { awaitShellScript } from './await-shell.ts'

let open = new AbortController()

function startPage(html: string): void {
  document.body.innerHTML = html
  const { signal } = open
  const listen = (type: string, handle: () => void, capture = false) =>
    addEventListener(type, handle, { capture, signal })
  new Function('addEventListener', awaitShellScript)(listen)
}

afterEach(() => {
  open.abort()
  open = new AbortController()
  vi.useRealTimers()
})

/** Lets a script of the page fail to load. */
function fail(how: Partial<HTMLScriptElement>): void {
  const script = Object.assign(document.createElement('script'), how)
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
  script.remove()
}

test('a form that is posted several times is sent once, until its response is overdue', () => {
  vi.useFakeTimers() // none fires after this test
  startPage('<form method="post"></form><form method="post"></form><form></form>')
  const [first, second, search] = document.forms
  const isSent = (form: HTMLFormElement | undefined, seconds: number) => {
    const event = new Event('submit', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: seconds * 1_000 })
    return form?.dispatchEvent(event)
  }
  expect([1, 2, 5.9, 6].map((at) => isSent(first, at))).toEqual([true, false, false, true])
  expect([isSent(second, 6.1), isSent(second, 6.2)]).toEqual([true, false])
  expect([isSent(search, 6.3), isSent(search, 6.4)], 'nothing changes by a search').toEqual([true, true])
})

test.each(['fails', 'is slow'])('the page says if the shell’s script %s, until it is there', (how) => {
  vi.useFakeTimers()
  startPage('')
  const note = () => document.querySelector('[role=alert]')?.textContent
  fail({ async: true })
  vi.advanceTimersByTime(14_999)
  expect(note()).toBeUndefined()
  if (how === 'fails') fail({ defer: true })
  else vi.advanceTimersByTime(1)
  expect(note()).toMatch(/^The script of this page hasn’t loaded.* Reload the page$/)
  window.handleShellMount?.()
  fail({ defer: true })
  expect(note()).toBeUndefined()
})
