import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setSession } from '../app/session-store.ts'
import { createApp, createOverviewRollout, createSession } from '../testing/overview-apps.ts'
import { createProblem, stubServer } from '../testing/stub-server.ts'
import { OverviewPage } from './overview-page.tsx'

beforeEach(() => setSession(createSession('read')))

const apps = [
  createApp({ name: 'account', team: 'Account team' }),
  createApp({ rollout: createOverviewRollout({ status: 'paused', reason: 'errors rose' }) }),
  createApp({ name: 'shell', kind: 'shell', team: 'Shell team' }),
]
const overview = { 'GET /-/overview': { body: { at: 0, revision: 1, apps } } }
const listRows = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

test('the overview shows every app, the summary first, and filters by name or team', async () => {
  stubServer(overview)
  render(createTestRouter(<OverviewPage />).node)
  await screen.findByRole('heading', {
    name: '1 of 3 apps needs attention: catalogue paused; 0 rollouts running.',
  })
  expect(listRows()).toEqual(['catalogue Catalogue team', 'account Account team', 'shell Shell team'])
  const row = screen.getByRole('row', { name: /^catalogue/ })
  expect(row.textContent).toContain('paused2.0.01.9.02.1.05 %')
  expect(row.textContent).toContain('errors rose')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: 'account t' } })
  await expect.poll(listRows).toEqual(['account Account team'])
})

test('every remote can be rolled back, if the session has the scope', async () => {
  stubServer(overview)
  render(createTestRouter(<OverviewPage />).node)
  const isDisabled = async (name: string) =>
    (await screen.findByRole('button', { name })).hasAttribute('disabled')
  expect(await isDisabled('Roll back account: needs the scope rollback:account')).toBe(true)
  cleanup()
  setSession(createSession('rollback:*'))
  render(createTestRouter(<OverviewPage />).node)
  expect(await isDisabled('Roll back account')).toBe(false)
  expect(await isDisabled('Roll back shell')).toBe(false)
})

test('a failure is told in a sentence', async () => {
  stubServer({
    'GET /-/overview': createProblem('unavailable', 503, { title: 'The database is down', hint: 'Wait' }),
  })
  render(createTestRouter(<OverviewPage />).node)
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('The database is down. Wait.')
})
