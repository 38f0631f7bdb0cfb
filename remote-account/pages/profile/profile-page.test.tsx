import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { confirmedBy } from './confirmed-by.ts'
import { ProfilePage } from './profile-page.tsx'

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

test('the page shows what the site knows of the visitor', async () => {
  fakeServer({ [profile]: known })
  renderPage(ProfilePage, fakeHost(ada).host)
  await screen.findByText('ada@example.com')
  expect(shown()).toEqual([
    ['Username', 'ada'],
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@example.com'],
    ['Confirmed by', 'mail'],
    ['Member since', 'January 2, 2026'],
  ])
})

test('it leads to the change of the profile and to the logout', () => {
  fakeServer({ [profile]: known })
  renderPage(ProfilePage, fakeHost(ada).host)
  expect(screen.getByRole('link', { name: 'Change profile' }).getAttribute('href')).toBe('/profile/update')
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})

test('what the session tells is there before the server answers, and when it does not', async () => {
  fakeServer({ [profile]: new TypeError('Failed to fetch') })
  renderPage(ProfilePage, fakeHost(ada).host)
  expect(shown()).toContainEqual(['Username', 'ada'])
  expect(shown()).toContainEqual(['Confirmed by', 'mail'])
  expect(await screen.findByText(/^The site cannot be reached\./)).toBeTruthy()
  expect(shown()).toContainEqual(['Username', 'ada'])
})

test('a session that the server has ended is said, and the way back is the login', async () => {
  const { host, facts } = fakeHost(ada)
  fakeServer({ [profile]: problem('not-signed-in', 401) })
  renderPage(ProfilePage, host)
  expect(await screen.findByText('Your session has ended. Log in again to go on.')).toBeTruthy()
  expect(facts).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Log in again' }))
  expect(facts).toEqual(['signed out'])
})

test.each([
  [{ isVerify: true }, 'mail'],
  [{ gmail: true }, 'Google'],
  [{ isVerify: true, gmail: true, github: true }, 'mail, Google, and GitHub'],
  [{}, 'nobody yet'],
])('%j is confirmed by %s', (ways, words) => {
  expect(confirmedBy({ ...ada, isVerify: false, ...ways })).toBe(words)
})
