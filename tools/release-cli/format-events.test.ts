import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { expect, test } from 'vitest'
import { formatEvents } from './format-events.ts'

const event: AuditEvent = {
  seq: 7,
  at: Date.UTC(2026, 10, 22, 9, 30, 12),
  by: 'catalogue CI',
  what: 'rollout.start',
  remote: 'catalogue',
  rollout: 'r1',
  before: null,
  after: null,
  reason: 'the first share of visitors gets the search that finds misspelled words',
  revision: 12,
  previous: '0'.repeat(64),
  hash: '1'.repeat(64),
  signature: null,
}

test('the log says when, what, where, by whom and why, in the order of the events', () => {
  const created = { ...event, seq: 123_456, by: 'admin', what: 'token.create' }
  expect(formatEvents([event, { ...created, remote: null, reason: null, revision: null }])).toBe(
    `   event  time (UTC)           action
       7  2026-11-22 09:30:12  rollout.start catalogue by catalogue CI, revision
                               12: the first share of visitors gets the search
                               that finds misspelled words
  123456  2026-11-22 09:30:12  token.create by admin`,
  )
})

test('the log says what a publisher only claims, also in older events, and what a trusted site has signed', () => {
  const published = { ...event, what: 'release.publish', revision: null, reason: null }
  const promoted = { from: 'https://staging.example' }
  const describe = (after: object) =>
    formatEvents([{ ...published, after }])
      .replaceAll(/\s+/g, ' ')
      .replace(/^.*catalogue by catalogue CI/, '')
  expect(describe({ claims: { browser: 'mounted', promoted } })).toBe(
    ', claimed: browser check mounted, evidence of https://staging.example',
  )
  expect(describe({ browser: 'skipped' })).toBe(', claimed: browser check skipped')
  expect(describe({ claims: { browser: 'untold' }, verified: { promoted } })).toBe(
    ', verified: evidence of https://staging.example',
  )
})

test('no line of the log is wider than a terminal', () => {
  const by = 'the machine that builds what several teams release together.'
  const remote = 'a-remote-with-quite-a-long-name'
  const long = { ...event, seq: 1_234_567, by, remote, reason: 'many words about it, '.repeat(20) }
  for (const line of formatEvents([long, event]).split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(80)
})

test('an empty log says so', () => {
  expect(formatEvents([])).toBe('No events.')
})
