import type { RolloutHistory } from '@portico/protocol/rollout/history-api.ts'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createRollout, rise } from '../testing/rollouts.ts'
import { RolloutView } from './rollout-view.tsx'

const counts = createRollout().counts
const history: RolloutHistory = {
  points: [],
  families: [
    { family: 'chrome', ...counts },
    { family: 'firefox', ...counts, canary: { loads: 100, failures: 5 } },
  ],
  pages: [{ page: '', ...counts }],
  events: [],
}

function show(change: Parameters<typeof createRollout>[0] = {}) {
  const rollout = createRollout(change)
  const errors = rollout.error ? [rollout.error] : []
  render(
    <MemoryRouter>
      <RolloutView rollout={rollout} history={history} errors={errors} />
    </MemoryRouter>,
  )
}

test('a signal’s difference has its sign, its interval and the margin, and never an e-value', () => {
  show(rise)
  const [tile] = within(screen.getByRole('region', { name: 'Canary and stable' })).getAllByRole('listitem')
  expect(tile?.textContent).toMatch(/^Errors ▲ Worse2\.1 % with the canary, 0\.3 % with stable/)
  expect(tile?.textContent).not.toMatch(/e-value|2,200/i)
  const scale = screen.getByRole('img', {
    name: 'Difference +1.8 points, between +1.1 and +2.9, the margin is 2',
  })
  const x = (selector: string, attribute: string) =>
    Number.parseFloat(scale.querySelector(selector)?.getAttribute(attribute) ?? '')
  // From left to right: no difference, the dot, the end of the interval.
  expect(x('line:nth-of-type(2)', 'x1')).toBeLessThan(x('circle', 'cx'))
  expect(x('circle', 'cx')).toBeLessThan(92)
})

test('where it is in its steps is told to screen readers', () => {
  show()
  const current = screen
    .getByRole('list', { name: 'Steps of the plan standard' })
    .querySelector('[aria-current=step]')
  expect(current?.textContent).toBe('5 %15 min, 1,000 loads, margin 1 point9 min so far')
})

test('loads are compared by page and browser, the worst difference first', () => {
  show()
  const table = screen.getByRole('table', { name: 'By browser' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'BrowserCanary failedStable failedDifference, points',
    'firefox5 % of 1001 % of 12,0004',
    'chrome1 % of 1,2001 % of 12,0000',
  ])
})

test('errors have their place in the sources', () => {
  show(rise)
  const table = screen.getByRole('table', { name: /^Errors/ })
  expect(within(table).getByText('pages/home/forecast.tsx:41')).toBeDefined()
})

test('loads that don’t count are listed with why, and what to do about a proxy', () => {
  show({ dropped: { ...createRollout().dropped, 'untrusted-proxy': 7 } })
  const section = screen.getByRole('region', { name: 'Loads that don’t count' })
  expect(within(section).getByRole('listitem').textContent).toBe(
    '7 loads through a proxy that is not trusted',
  )
  expect(section.textContent).toContain('Set TRUST_PROXY')
})
