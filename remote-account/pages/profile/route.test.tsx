import { renderPage } from '@portico/shared/testing/host.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { formatVerification } from './format-verification.ts'
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

test('a session that the server has ended is explained, with a button to log in again', async () => {
  const { host, events } = createRecordingHost(ada)
  stubServer({ [profile]: createProblem('not-signed-in', 401) })
  renderPage(<ProfilePage />, { host })
  expect(await screen.findByText('Your session has ended. Log in again to continue.')).toBeTruthy()
  expect(events).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Log in again' }))
  expect(events).toEqual(['signed out'])
})

test.each([
  [{ isVerify: true }, 'email'],
  [{ gmail: true }, 'Google'],
  [{ isVerify: true, gmail: true, github: true }, 'email, Google and GitHub'],
  [{}, 'not verified yet'],
])('a visitor verified by %j is shown as: %s', (ways, text) => {
  expect(formatVerification({ ...ada, isVerify: false, ...ways })).toBe(text)
})
