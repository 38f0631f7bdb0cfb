import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../app/session-store.ts'
import { createApp, createOverviewRollout, createRollout, createSession } from '../testing/overview-apps.ts'
import { createProblem, stubServer } from '../testing/stub-server.ts'
import { Actions } from './actions.tsx'
import { RollbackProgress } from './roll-back-dialog.tsx'

beforeEach(() => setSession(createSession('admin')))
afterEach(() => vi.useRealTimers())

const running = createApp({ rollout: createOverviewRollout() })
const traffic = { 'GET /-/rollouts/r1': { body: createRollout(413.3) } }

function withRouter(app: OverviewApp) {
  return (
    <MemoryRouter>
      <Actions app={app} />
    </MemoryRouter>
  )
}

function open(app: OverviewApp, action: string) {
  const rendered = render(withRouter(app))
  fireEvent.click(screen.getByRole('button', { name: `${action} ${app.name}` }))
  return rendered
}

function confirm(action: string, reason?: string) {
  if (reason !== undefined)
    fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: reason } })
  fireEvent.submit(screen.getByRole('button', { name: action }))
}

const expectDialog = (text: string) =>
  expect.poll(() => screen.getByRole('dialog').textContent).toContain(text)

test('the dialog says who is affected in numbers, and a rollback shows how far it has come', async () => {
  const state = { remote: 'catalogue', stable: '2.0.0-aaaaaaaa', fallback: null, off: null, frozen: null }
  const requests = stubServer({
    ...traffic,
    'POST /-/remotes/catalogue/rollback': { body: { ...state, revision: 2, note: null } },
  })
  open(running, 'Roll back')
  await expectDialog('From 2.1.0, about 1,240 of 24,800 loads an hour go back to 2.0.0.')
  confirm('Roll back', ' it throws ')
  await expectDialog('New page views get 2.0.0 now. Open pages switch within 75 s: 75 s left.')
  expect(requests.at(-1)).toEqual({
    name: 'POST /-/remotes/catalogue/rollback',
    body: { reason: 'it throws' },
    csrf: 'a-csrf-token',
  })
})

test('without a rollout, a rollback takes stable back from everyone', async () => {
  stubServer({})
  open(createApp(), 'Roll back')
  await expectDialog('2.0.0 is withdrawn from every visitor; they get 1.9.0.')
})

test('a rollback counts down until the last open page has switched', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 1, 12, 4, 5) })
  const { container } = render(<RollbackProgress at={Date.now()} stable="2.0.0-aaaaaaaa" />)
  act(() => vi.advanceTimersByTime(34_000))
  expect(container.textContent).toBe(
    'Rolled back at 12:04:05. New page views get 2.0.0 now. Open pages switch within 75 s: 41 s left.',
  )
  act(() => vi.advanceTimersByTime(41_000))
  expect(container.textContent).toContain('within 75 s: all have.')
})

test('a refusal is shown in the dialog, which stays', async () => {
  const detail = 'Resume it first'
  stubServer({ ...traffic, 'POST /-/rollouts/r1/pause': createProblem('rollout-paused', 409, { detail }) })
  open(running, 'Pause')
  confirm('Pause')
  await expectDialog('A title. Resume it first.')
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
})

test('if somebody else changes the state while the dialog is open, it asks again before anything is sent', async () => {
  const requests = stubServer({ ...traffic, 'POST /-/rollouts/r1/pause': { body: {} } })
  const { rerender } = open(running, 'Pause')
  rerender(withRouter(createApp({ rollout: createOverviewRollout({ share: 2_500, step: 2 }) })))
  confirm('Pause')
  await expectDialog(
    'Something changed while this dialog was open. Stable is 2.0.0. 2.1.0 is running at 25 %. Confirm again if you still want this.',
  )
  expect(requests.some(({ name }) => name.startsWith('POST'))).toBe(false)
  confirm('Pause')
  await expectDialog('The rollout is paused.')
})

test('what the state allows is offered, and the scope that is missing is named', () => {
  setSession(createSession('rollout:catalogue', 'read'))
  stubServer(traffic)
  render(withRouter(running))
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Roll back (needs rollback:catalogue)',
    'Advance',
    'Pause',
    'Turn off (needs switch:catalogue)',
    'Freeze (needs switch:catalogue)',
    'Change plan',
    'Preview link (needs preview:catalogue)',
  ])
})

test('advancing before the evidence is complete needs a reason, and names its share', async () => {
  const early = createApp({ rollout: createOverviewRollout({ missing: ['needs 412 more loads'] }) })
  const requests = stubServer({
    ...traffic,
    'POST /-/rollouts/r1/advance': { body: createRollout(413.3, { share: 2_500 }) },
  })
  open(early, 'Advance')
  await expectDialog('2.1.0 goes to about 6,200 of 24,800 loads an hour; now: about 1,240 of 24,800')
  await expectDialog('Its evidence isn’t complete yet: it needs 412 more loads.')
  expect(screen.getByRole('textbox', { name: 'Reason' }).hasAttribute('required')).toBe(true)
  confirm('Advance', 'a fix')
  await expectDialog('2.1.0 is at 25 %.')
  expect(requests.at(-1)?.body).toEqual({ to: 2_500, reason: 'a fix' })
})

test('giving a release to everyone at once says so', async () => {
  const releases = [
    {
      id: '2.1.0-cccccccc',
      version: '2.1.0',
      hash: 'cccccccc',
      bytes: 1,
      publishedAt: 0,
      publishedBy: 'ci',
      quarantined: null,
    },
  ]
  const { stable, fallback } = createApp()
  stubServer({
    'GET /-/releases/catalogue': {
      body: {
        remote: 'catalogue',
        team: 'A team',
        stable,
        fallback,
        canary: null,
        off: null,
        frozen: null,
        releases,
      },
    },
  })
  open(createApp(), 'Start')
  await expectDialog('2.1.0 goes to testers first, then to a growing share, and finally to every visitor.')
  fireEvent.change(screen.getByRole('combobox', { name: 'Plan' }), { target: { value: 'now' } })
  await expectDialog(
    '2.1.0 goes to every visitor, at once and without a comparison. Only a rollback stops it.',
  )
  expect(screen.getByRole('textbox', { name: 'Reason' }).hasAttribute('required')).toBe(true)
})
