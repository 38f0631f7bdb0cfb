import type { HistoryPoint } from '@portico/protocol/rollout/history-api.ts'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createRollout, now } from '../testing/rollouts.ts'
import { HistoryChart } from './history-chart.tsx'

const point: HistoryPoint = {
  ...{ at: now, share: 500, reporting: 1_000, ...createRollout().counts },
  signals: { error: { canary: 21, stable: 30 } },
}
const choices = [
  { name: 'error', label: 'Errors' },
  { name: 'loads', label: 'Failed loads' },
]

// A document of tests has no canvas.
vi.mock('uplot', () => ({
  default: class {
    destroy() {}
  },
}))

test('the chart is an image with a summary, and a table has its data as CSV', async () => {
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv')
  render(
    <HistoryChart
      history={{ points: [point], families: [], pages: [], events: [] }}
      choices={choices}
      csv="x"
    />,
  )
  const summary =
    'Errors of both arms over time. Latest: 2.1 % with the canary (at most 2.1 %), 0.3 % with stable.'
  expect(await screen.findByRole('img', { name: summary })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'loads' } })
  const table = screen.getByRole('table', { name: 'Failed loads over time', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })[1]?.textContent).toMatch(/5 %11$/)
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV', hidden: true }))
  const csv = createObjectURL.mock.calls[0]?.[0]
  expect(csv instanceof Blob && (await csv.text())).toBe(
    'Time,Share,Canary %,Stable %\r\n2026-11-28T13:40:00.000Z,5,1,1\r\n',
  )
})
