import { expect, test } from 'vitest'
import { parseWrkOutput } from './run-load.ts'

const summary = `Running 3s test @ http://127.0.0.1:7411/
  1 threads and 32 connections
  Latency     3.28ms    1.90ms  32.62ms   92.97%
  9885 requests in 3.06s, 160.68MB read
`

test('a summary has its requests, its seconds and no failure', () => {
  expect(parseWrkOutput(summary)).toEqual({ requests: 9_885, duration: 3.06, failed: 0 })
})

test('a summary in minutes is read in seconds', () => {
  expect(parseWrkOutput('90000 requests in 1.50m, 1.2GB read').duration).toBe(90)
})

test('connections that broke and responses other than 2xx count as failed', () => {
  const failures = `${summary}  Socket errors: connect 1, read 2, write 0, timeout 4
  Non-2xx or 3xx responses: 10
`
  expect(parseWrkOutput(failures).failed).toBe(17)
})

test('anything else throws with what wrk has printed', () => {
  expect(() => parseWrkOutput('unable to connect')).toThrow('unable to connect')
})
