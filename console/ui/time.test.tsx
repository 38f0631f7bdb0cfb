import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatRelative, Time } from './time.tsx'

const minute = 60_000

test.each([
  [-20_000, '20 seconds ago'],
  [-3.9 * minute, '3 minutes ago'],
  [20 * minute, 'in 20 minutes'],
  [-47 * 60 * minute, '47 hours ago'],
  [-72 * 60 * minute, '3 days ago'],
])('a distance of %s ms is told as %s', (distance, text) => {
  expect(formatRelative(1e12 + distance, 1e12)).toBe(text)
})

test('the times of a page follow the clock until they are gone', () => {
  vi.useFakeTimers({ now: 1e12 })
  const times = [minute, 2 * minute].map((ago) => render(<Time at={1e12 - ago} />))
  const listTexts = () => screen.queryAllByText(/ago$/).map(({ textContent }) => textContent)
  times[0]?.unmount()
  act(() => vi.advanceTimersByTime(minute))
  expect(listTexts()).toEqual(['3 minutes ago'])
  times[1]?.unmount()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
