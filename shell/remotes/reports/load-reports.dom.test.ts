import { type Report, ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { LoadFailure, type LoadReason } from '@portico/protocol/reports/load-failure.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import type { LoadResult } from '../remote-loader.ts'
import { createLoadReports, readReportToken } from './load-reports.ts'

function open() {
  const sent: Report[] = []
  const idle: (() => void)[] = []
  const reports = createLoadReports({
    revision: 7,
    token: 'a token',
    send: (report) => sent.push(v.parse(ReportSchema, report)),
    runWhenIdle: (work) => idle.push(work),
  })
  const beIdle = () => {
    for (const work of idle.splice(0)) work()
  }
  return { reports, sent, beIdle, loads: () => sent.flatMap((report) => report.loads) }
}

const load = (changes: Partial<LoadResult> = {}): LoadResult => ({
  remote: createSelectedRemote([{ path: '/new' }]),
  arm: 'stable',
  failure: null,
  ms: 120,
  fallback: null,
  ...changes,
})
const failed = (reason: LoadReason) => load({ failure: new LoadFailure('new', { phase: 'entry', reason }) })

test('a success is reported when the browser is idle, once per release', () => {
  const { reports, beIdle, loads, sent } = open()
  reports.add(load())
  reports.add(load())
  expect(sent).toEqual([])
  beIdle()
  reports.add(load())
  beIdle()
  expect(loads()).toEqual([
    {
      remote: 'new',
      release: '1.2.0-0a1b2c3d',
      rollout: null,
      arm: 'stable',
      outcome: 'ok',
      phase: 'mount',
      ms: 120,
      fellBackTo: null,
    },
  ])
  expect(sent[0]).toMatchObject({ schemaVersion: 2, token: 'a token', revision: 7 })
})

test('a failure is reported immediately, with its rollout, arm and fallback', () => {
  const { reports, loads } = open()
  const remote = { ...createSelectedRemote([{ path: '/new' }]), rollout: 'r1' }
  const before = { remote: createSelectedRemote([{ path: '/new' }]), arm: 'fallback' } as const
  reports.add({ ...failed('timeout'), remote, arm: 'canary', fallback: before })
  expect(loads()).toMatchObject([
    { rollout: 'r1', arm: 'canary', outcome: 'timeout', phase: 'entry', fellBackTo: '1.2.0-0a1b2c3d' },
  ])
})

test('a page that breaks while rendering is reported as a failure only', () => {
  const { reports, beIdle, loads } = open()
  reports.add(load())
  reports.add(failed('mount'))
  beIdle()
  expect(loads().map(({ outcome }) => outcome)).toEqual(['mount'])
})

test('a release that fails twice in a page view is reported once', () => {
  const { reports, loads } = open()
  reports.add(failed('network'))
  reports.add(failed('network'))
  expect(loads()).toHaveLength(1)
})

test.each(['offline', 'off'] as const)(
  'a load that failed because the remote or visitor is %s is not reported',
  (reason) => {
    const { reports, sent } = open()
    reports.add(failed(reason))
    expect(sent).toEqual([])
  },
)

const other = createSelectedRemote([{ path: '/x' }], { name: 'other' })

test('leaving the page sends the queue, and later failures do not count', () => {
  const { reports, loads } = open()
  reports.add(load())
  reports.handleMount(load())
  reports.handlePageHide()
  reports.add({ ...failed('network'), remote: other })
  expect(loads().map(({ outcome }) => outcome)).toEqual(['ok'])
  reports.handlePageShow()
  reports.add({ ...failed('network'), remote: other })
  expect(loads().map(({ outcome }) => outcome)).toEqual(['ok', 'network'])
})

test('leaving the page sends no success of a release that is not on the screen, which might break', () => {
  const { reports, beIdle, loads } = open()
  reports.add(load())
  reports.add(load({ remote: other }))
  reports.handleMount(load())
  reports.handlePageHide()
  expect(loads().map(({ remote }) => remote)).toEqual(['new'])
  reports.handlePageShow()
  beIdle()
  expect(loads().map(({ remote }) => remote)).toEqual(['new', 'other'])
})

test('each error of a release is reported once in a page view, at most five of them', () => {
  const { reports, sent } = open()
  const release = { remote: { ...other, rollout: 'r1' }, arm: 'canary' } as const
  const error = { type: 'TypeError', file: 'a.js', line: 1, column: 1, page: '/x' }
  reports.addSignal(release, 'error', error)
  reports.addSignal(release, 'error', error)
  for (let column = 2; column < 9; column += 1) reports.addSignal(release, 'error', { ...error, column })
  expect(sent.flatMap(({ signals = [] }) => signals.map(({ signal }) => signal))).toEqual(['error'])
  expect(sent.flatMap(({ errors = [] }) => errors)).toEqual(
    [1, 2, 3, 4, 5].map((column) => ({
      ...{ ...error, column },
      ...{ remote: 'other', release: '1.2.0-0a1b2c3d', rollout: 'r1', arm: 'canary' },
    })),
  )
})

function receive(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: stands in for the server's header
  document.cookie = cookie
}

test('a page view takes its token, and the next one finds none', () => {
  expect(readReportToken(document)).toBeNull()
  receive('other_portico_report=1; path=/')
  receive('portico_report=eyJ9.mac; path=/; samesite=strict')
  expect(readReportToken(document)).toBe('eyJ9.mac')
  expect(readReportToken(document)).toBeNull()
  expect(document.cookie).toContain('other_portico_report=1')
})
