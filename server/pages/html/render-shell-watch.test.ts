import { brotliCompressSync } from 'node:zlib'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { waitScript, watchScript } from './inline-scripts.ts'
import { renderShellWatch } from './render-shell-watch.ts'

const file = (name: string) => ({ file: name, integrity: `sha256-${name}` })
const fallback: ShellRelease = {
  version: '1.0.0',
  hash: '0a1b2c3d',
  js: [file('index.js')],
  css: [file('index.css')],
}
const selected = { release: '2.0.0-22222222', arm: 'canary', rollout: 'r1' } as const

/** What the script reads from its template. */
function render(next: ShellRelease | null) {
  const text = renderShellWatch(7, selected, next)
  const [, report = '', cookie, folder, tags] =
    /^<template data-report='(.*?)' data-cookie="(.*?)" data-folder="(.*?)">(.*)<\/template><script>/s.exec(
      text,
    ) ?? []
  const end = 'timeout"}],"token":"t"}' // as in the script
  return { report: v.parse(ReportSchema, JSON.parse(report + end)), cookie, folder, tags }
}

test('a failure is reported with the shell that replaces it', () => {
  const { report, cookie, folder, tags } = render(fallback)
  const { release, arm, rollout } = selected
  const load = { remote: 'shell', release, arm, rollout, outcome: 'timeout', fellBackTo: '1.0.0-0a1b2c3d' }
  expect(report).toMatchObject({ token: 't', revision: 7, loads: [load] })
  expect(cookie).toBe('portico_failed_shell=2.0.0-22222222;path=/;max-age=600;samesite=lax')
  expect(folder).toBe('/r/shell/1.0.0-0a1b2c3d/')
  for (const name of ['index.js', 'index.css'])
    expect(tags).toContain(`"${folder}${name}" integrity="sha256-${name}" crossorigin="anonymous">`)
})

test('without another shell, the page goes on with its own', () => {
  const { report, cookie, folder, tags } = render(null)
  expect({ fellBackTo: report.loads[0]?.fellBackTo, cookie, folder, tags }).toEqual({
    fellBackTo: null,
    cookie: '',
    folder: '/r/shell/2.0.0-22222222/',
    tags: '',
  })
})

test('the script adds at most 400 bytes to a compressed page', () => {
  const page = `<script>${waitScript.text}</script>`
  const getSize = (text: string) => brotliCompressSync(text).length
  const withWatch = getSize(`<script>${watchScript.text}</script>${page}`)
  expect(withWatch - getSize(page)).toBeLessThanOrEqual(400)
})
