import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { LogoutPage } from './logout-page.tsx'

const signOut = 'POST /-/account/sign-out'
const nobody = { body: { visitor: null } }

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the session ends on the server first, then in the shell', async () => {
  const { host, facts } = fakeHost(ada)
  const { promise, resolve } = Promise.withResolvers<typeof nobody>()
  const calls = fakeServer({ [signOut]: () => promise })
  renderPage(LogoutPage, host)
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('Logging out…')).toBeTruthy()
  expect(facts).toEqual([])
  resolve(nobody)
  await waitFor(() => expect(facts).toEqual(['signed out']))
  expect(calls).toEqual([{ name: signOut, body: {} }])
})

test('nothing ends by opening the page', () => {
  const { host, facts } = fakeHost(ada)
  const calls = fakeServer({})
  renderPage(LogoutPage, host)
  expect(screen.getByText('ada')).toBeTruthy()
  expect([facts, calls]).toEqual([[], []])
})

test('a visitor stays signed in when the server could not be told', async () => {
  const { host, facts } = fakeHost(ada)
  fakeServer({ [signOut]: new TypeError('Failed to fetch') })
  renderPage(LogoutPage, host)
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText(/^The site cannot be reached\./)).toBeTruthy()
  expect(facts).toEqual([])
})

test.each([
  [true, 'Stay signed in', '/'],
  [false, 'Back', '/profile/verify'],
])('with isVerify %s the way back is "%s"', (isVerify, name, href) => {
  renderPage(LogoutPage, fakeHost({ ...ada, isVerify }).host)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})
