import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endShellWatch, mayStart } from './shell-watch.ts'
import { shellWatchScript } from './watch-shell.ts'

const own = '/r/shell/2.0.0-22222222/'
const other = '/r/shell/1.0.0-0a1b2c3d/'
const load =
  '{"remote":"shell","release":"2.0.0-22222222","rollout":"r1","arm":"canary","phase":"mount","ms":0,"fellBackTo":null,"outcome":"'
const reported: unknown[] = []
const reload = vi.fn<() => void>()
let listening: AbortController

/** Opens a page of the shell in `own`, whose template has the tags of the one in `other`. */
function open({ cookie = 'portico_failed_shell=2.0.0-22222222;path=/' } = {}): void {
  document.head.innerHTML = ''
  document.body.innerHTML = `<template data-report='{"schemaVersion":2,"revision":7,"loads":[${load}' data-cookie="${cookie}" data-folder="${cookie ? other : own}"><meta name="other"></template><script></script>`
  const listen = window.addEventListener.bind(window)
  const page = {
    addEventListener: (type: 'error', handle: (event: Event) => void, capture: boolean) =>
      listen(type, handle, { capture, signal: listening.signal }),
    navigator: {
      get onLine() {
        return navigator.onLine
      },
      sendBeacon: (_: string, text: string) => reported.push(v.parse(ReportSchema, JSON.parse(text))),
    },
    location: { reload },
  }
  Object.defineProperty(document, 'currentScript', { value: document.body.lastChild, configurable: true })
  new Function(...Object.keys(page), shellWatchScript)(...Object.values(page))
}

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as pages do
  document.cookie = cookie
}

const outcomes = () => reported.map((report) => v.parse(ReportSchema, report).loads[0]?.outcome)
const isReplaced = () => document.head.querySelector('[name=other]') !== null

/** A script of the page fails. Returns whether `await-shell.ts` learns it. */
function failScript(src: string, defer = true): boolean {
  const script = document.createElement('script')
  Object.assign(script, { defer })
  Object.defineProperty(script, 'src', { value: src })
  document.body.append(script)
  const learn = vi.fn<() => void>()
  window.addEventListener('error', learn, { capture: true, once: true })
  script.dispatchEvent(new Event('error'))
  window.removeEventListener('error', learn, true)
  return learn.mock.calls.length > 0
}

beforeEach(() => {
  listening = new AbortController()
  vi.useFakeTimers()
  setCookie('portico_report=a.token')
})
afterEach(() => {
  listening.abort()
  vi.useRealTimers()
  reported.length = 0
  reload.mockClear()
  window.name = ''
})

test('a script that fails is reported with the page’s token and replaced', () => {
  open()
  expect(failScript(`${own}index.js`)).toBe(false)
  expect(reported).toMatchObject([{ token: 'a.token', loads: [{ outcome: 'network' }] }])
  expect(isReplaced()).toBe(true)
  expect(failScript(`${other}index.js`), 'nothing replaces the other one').toBe(true)
  expect([mayStart(own), mayStart(other)], 'the late one does nothing').toEqual([false, true])
  expect(outcomes()).toHaveLength(1)
})

test.each([
  ['of a remote', () => failScript('/r/home/1.0.0-0a1b2c3d/remote.js')],
  ['that is no part of the page', () => failScript(`${own}chunk.js`, false)],
  [
    'that runs in an extension',
    () => window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://a/b.js' })),
  ],
])('a script %s says nothing about the shell', (_, fail) => {
  open()
  fail()
  expect([outcomes(), isReplaced()]).toEqual([[], false])
})

test('an error before the shell has started replaces it, and one afterwards loads the page again, once', () => {
  const throwError = () => window.dispatchEvent(new ErrorEvent('error', { filename: `${own}index.js` }))
  open()
  throwError()
  expect([outcomes(), isReplaced(), reload.mock.calls.length]).toEqual([['init'], true, 0])
  open()
  expect(mayStart(own)).toBe(true)
  throwError()
  throwError()
  expect([outcomes(), isReplaced(), reload.mock.calls.length]).toEqual([['init', 'init'], false, 1])
  open()
  expect([isReplaced(), mayStart(own), mayStart(other)], 'the page after the reload').toEqual([
    true,
    false,
    true,
  ])
  throwError()
  expect([outcomes().length, reload.mock.calls.length]).toEqual([3, 1])
})

test('eight visible seconds without a shell are too many, unless it has mounted or the browser is offline', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  open()
  vi.advanceTimersByTime(60_000)
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(7_000)
  expect(outcomes()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect([outcomes(), isReplaced()]).toEqual([['timeout'], true])
  open()
  mayStart(own)
  endShellWatch()
  vi.advanceTimersByTime(60_000)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  failScript(`${own}index.js`)
  vi.advanceTimersByTime(60_000)
  expect(outcomes()).toEqual(['timeout'])
})

test('without another shell, a failure is reported and the page’s own may still start', () => {
  open({ cookie: '' })
  expect(mayStart(own)).toBe(true)
  vi.advanceTimersByTime(9_000)
  expect([outcomes(), mayStart(own), reload.mock.calls.length]).toEqual([['timeout'], true, 0])
})
