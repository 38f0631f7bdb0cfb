import { expect, test } from 'vitest'
import { createEvent } from '../testing/rollouts.ts'
import { filterEvents, readFilter, toQuery } from './filter-events.ts'

const events = [
  createEvent({ seq: 3, what: 'rollout.pause', by: 'site', reason: 'Too many errors' }),
  createEvent({ seq: 2, what: 'rollout.start' }),
  createEvent({ seq: 1, what: 'token.create', remote: null, rollout: null }),
]

test.each([
  ['', [3, 2, 1]],
  ['remote=catalogue', [3, 2]],
  ['by=ana', [2, 1]],
  ['what=rollout', [3, 2]],
  ['text=TOO+MANY', [3]],
  ['by=ana&what=rollout.start', [2]],
  ['remote=unknown', []],
])('the address ?%s shows %o', (address, expected) => {
  const filter = readFilter(new URLSearchParams(address))
  expect(filterEvents(events, filter).map(({ seq }) => seq)).toEqual(expected)
  expect(readFilter(toQuery(filter))).toEqual(filter)
})
