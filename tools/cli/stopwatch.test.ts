import { expect, test, vi } from 'vitest'
import { formatDuration, startStopwatch } from './stopwatch.ts'

test.each([
  [0, '0:00'],
  [59_499, '0:59'],
  [83_500, '1:24'],
  [600_000, '10:00'],
])('a duration of %i ms is printed as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('every part is printed, a failed one too, and the total comes last', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const stopwatch = startStopwatch()
  await stopwatch.measure('check', Promise.resolve())
  await expect(stopwatch.measure('journeys', Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  stopwatch.print()
  const parts = print.mock.calls.map(([line]) => String(line).split(' ', 1)[0])
  print.mockRestore()
  expect(parts).toEqual(['install', 'check', 'journeys', 'total'])
})
