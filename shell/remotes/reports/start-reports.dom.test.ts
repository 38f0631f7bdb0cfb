import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { LoadFailure, type LoadReason } from '@portico/protocol/reports/load-failure.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import { toReportedShell } from './own-release.ts'
import { startReports } from './start-reports.ts'

/** What a page of a shell's rollout reports if a remote without one doesn't load. */
function reportFailure(reason: LoadReason) {
  vi.stubGlobal('Worker', class extends EventTarget {}) // the environment has none
  const sent = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  const selected = { release: '2.0.0-22222222', arm: 'canary', rollout: 'r1' } as const
  const remote = createSelectedRemote([{ path: '/new' }])
  const shell = toReportedShell(selected, '/r/shell/2.0.0-22222222/')
  const { onEnd } = startReports({ revision: 7, remotes: [remote] }, shell, window)
  const failure = new LoadFailure('new', { phase: 'entry', reason })
  onEnd({ remote, arm: 'stable', failure, ms: 120, fallback: null })
  const reports = sent.mock.calls.map(([, body]) => v.parse(ReportSchema, JSON.parse(String(body))))
  sent.mockRestore()
  return reports.flatMap(({ loads, signals = [] }) => [...loads, ...signals])
}

test('a remote that fails may be the fault of the shell', () => {
  const about = { remote: 'shell', release: '2.0.0-22222222', rollout: 'r1', arm: 'canary' }
  expect(reportFailure('contract')).toEqual([{ ...about, signal: 'failure' }])
})

test('a remote that is turned off is nobody’s fault', () => {
  expect(reportFailure('off')).toEqual([])
})
