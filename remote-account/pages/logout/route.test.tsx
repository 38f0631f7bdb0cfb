import { renderPage } from '@portico/kit/testing/host.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, createRecordingHost } from '../../testing/host.tsx'
import { stubServer } from '../../testing/server.ts'
import { Component as LogoutPage } from './route.tsx'

const signOut = 'POST /-/account/sign-out'
const nobody = { body: { visitor: null } }

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the session ends on the server first, then in the shell', async () => {
  const { host, events } = createRecordingHost(ada)
  const { promise, resolve } = Promise.withResolvers<typeof nobody>()
  const requests = stubServer({ [signOut]: () => promise })
  renderPage(<LogoutPage />, { host })
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('Logging out…')).toBeTruthy()
  expect(events).toEqual([])
  resolve(nobody)
  await waitFor(() => expect(events).toEqual(['You’ve been logged out.', 'signed out']))
  expect(requests).toEqual([{ name: signOut, body: {} }])
})

test('opening the page ends nothing', () => {
  const { host, events } = createRecordingHost(ada)
  const requests = stubServer({})
  renderPage(<LogoutPage />, { host })
  expect(screen.getByText('ada')).toBeTruthy()
  expect([events, requests]).toEqual([[], []])
})

test('a visitor stays logged in when the server is unreachable', async () => {
  const { host, events } = createRecordingHost(ada)
  stubServer({ [signOut]: new TypeError('Failed to fetch') })
  renderPage(<LogoutPage />, { host })
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText(/^Can’t reach the site\./)).toBeTruthy()
  expect(events).toEqual([])
})

test.each([
  [true, 'Stay logged in', '/'],
  [false, 'Back', '/profile/verify'],
])('with isVerify %s the link back is "%s"', (isVerify, name, href) => {
  renderPage(<LogoutPage />, { host: createRecordingHost({ ...ada, isVerify }).host })
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})
