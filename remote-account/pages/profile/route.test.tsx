import { formatProfile } from '@portico/kit/account/formatted-profile.ts'
import type { Host } from '@portico/kit/contract/contract.ts'
import { fillHtml } from '@portico/kit/testing/fill-html.ts'
import { hostPage, renderPage } from '@portico/kit/testing/host.tsx'
import { hydrateInBrowser, renderAsBuild } from '@portico/kit/testing/prerender.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { markedProfile } from '@portico/protocol/template/marked-site.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as ProfilePage } from './route.tsx'

const profile = 'GET /-/account/profile'
const known = {
  body: {
    visitor: adaOnServer,
    profile: { name: 'Ada Lovelace', hasPassword: true, createdAt: '2026-01-02T12:00:00.000Z' },
  },
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const values = { site: testSite, year: 2026, publicUrl: 'https://example.com', signInWith: [] }
const hosted = (host: Host) => hostPage(<ProfilePage />, { host }).node

function shown(): (string | null)[][] {
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  const definitions = screen.getAllByRole('definition').map((definition) => definition.textContent)
  return terms.map((term, index) => [term, definitions[index] ?? null])
}

test('the page shows what the site knows about the visitor', async () => {
  stubServer({ [profile]: known })
  renderPage(<ProfilePage />, { host: createRecordingHost(ada).host })
  await screen.findByText('ada@example.com')
  expect(shown()).toEqual([
    ['Username', 'ada'],
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@example.com'],
    ['Verified by', 'email'],
    ['Member since', '2 Jan 2026'],
  ])
})

test('what the server has filled into the page is shown at once, and replaced by what it says later', async () => {
  const { host } = createRecordingHost(ada)
  stubServer({ [profile]: known })
  const atBuild = await renderAsBuild(() => hosted({ ...host, profile: markedProfile }))
  const filled = {
    ...formatProfile(known.body),
    email: 'ada.<b>@example.com',
    name: markedProfile.email,
  }
  const html = fillHtml(atBuild, values, { profile: filled })
  const { lost, container, unmount } = await hydrateInBrowser(
    html,
    hosted({ ...host, profile: filled }),
    (page) => {
      expect(page.textContent).toContain('ada.<b>@example.com')
      expect(page.textContent).toContain(`Name${markedProfile.email}`)
    },
  )
  expect(lost).toEqual([])
  await waitFor(() => expect(container.textContent).toContain('Ada Lovelace'))
  await unmount()
})

test('the page links to changing the profile and to logging out', () => {
  stubServer({ [profile]: known })
  renderPage(<ProfilePage />, { host: createRecordingHost(ada).host })
  expect(screen.getByRole('link', { name: 'Change profile' }).getAttribute('href')).toBe('/profile/update')
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})

test('what the session knows is shown before the server responds, and when it does not', async () => {
  stubServer({ [profile]: new TypeError('Failed to fetch') })
  renderPage(<ProfilePage />, { host: createRecordingHost(ada).host })
  expect(shown()).toContainEqual(['Username', 'ada'])
  expect(shown()).toContainEqual(['Verified by', 'email'])
  expect(await screen.findByText(/^Can’t reach the site\./)).toBeTruthy()
  expect(shown()).toContainEqual(['Username', 'ada'])
})

test('while the site cannot read the profile, the page shows what the session knows and tries again when asked', async () => {
  const replies = [
    createProblem('database-unavailable', 503),
    createProblem('database-unavailable', 503),
    known,
  ]
  stubServer({ [profile]: () => replies.shift() ?? new Error('Expected three requests.') })
  renderPage(<ProfilePage />, { host: createRecordingHost(ada).host })
  expect(await screen.findByText(/^The site is temporarily unavailable\./)).toBeTruthy()
  expect(shown()).toContainEqual(['Username', 'ada'])
  expect(shown()).toContainEqual(['Email', '…'])
  const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  retry()
  await waitFor(() => expect(replies).toHaveLength(1))
  expect(await screen.findByText(/^The site is temporarily unavailable\./)).toBeTruthy()
  retry()
  await screen.findByText('ada@example.com')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a session that the server has ended is explained, with a button to log in again', async () => {
  const { host, events } = createRecordingHost(ada)
  stubServer({ [profile]: createProblem('not-signed-in', 401) })
  renderPage(<ProfilePage />, { host })
  expect(await screen.findByText('Your session has ended. Log in again to continue.')).toBeTruthy()
  expect(events).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Log in again' }))
  expect(events).toEqual(['signed out'])
})
