import { renderPage } from '@portico/kit/testing/host.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as GoogleSignInPage } from '../google-sign-in/route.tsx'
import { Component as SignInPage } from './route.tsx'

const providers = 'GET /-/account/providers'
const visitor = 'GET /-/account/session'
const startProviderSignIn = 'POST /-/account/sign-in/provider'
const both = { body: { google: true, github: true } }
const none = { body: { google: false, github: false } }
const nobody = { body: { visitor: null } }
const unnamed = { ...adaOnServer, username: 'ada.lovelace', done: false, isVerify: false, gmail: true }

afterEach(() => {
  vi.unstubAllGlobals()
})

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

test('a site without providers says so and offers email', async () => {
  stubServer({ [providers]: none })
  renderPage(<SignInPage />, { host: createRecordingHost().host, at: '/auth?next=%2Fprojects' })
  expect(await screen.findByText(/^This site doesn’t offer login with Google or GitHub\./)).toBeTruthy()
  expect(buttons()).toEqual([])
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Log in with email', '/auth/login?next=%2Fprojects'],
    ['Create an account', '/auth/register?next=%2Fprojects'],
  ])
})

test('each provider of the site has a button', async () => {
  stubServer({ [providers]: both })
  renderPage(<SignInPage />, { host: createRecordingHost().host })
  await screen.findByRole('button', { name: 'Continue with Google' })
  expect(buttons()).toEqual(['Continue with Google', 'Continue with GitHub'])
})

test('the Google screen says when there is no Google, and offers the other provider', async () => {
  stubServer({ [providers]: { body: { google: false, github: true } }, [visitor]: nobody })
  renderPage(<GoogleSignInPage />, { host: createRecordingHost().host, at: '/auth/google' })
  expect(await screen.findByText('This site doesn’t offer login with Google.')).toBeTruthy()
  expect(buttons()).toEqual(['Continue with GitHub'])
})

test('the page that the visitor wanted is passed to the provider, and the visitor goes there', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const requests = stubServer({
    [providers]: both,
    [startProviderSignIn]: { body: { url: 'https://accounts.example/x' } },
  })
  renderPage(<SignInPage />, { host: createRecordingHost().host, at: '/auth?next=%2Fprojects' })
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.example/x'))
  expect(requests.at(-1)?.body).toEqual({ provider: 'google', next: '/projects' })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
  '%s is not accepted as a redirect target',
  async (next) => {
    vi.spyOn(location, 'assign').mockImplementation(() => {})
    const requests = stubServer({
      [providers]: both,
      [startProviderSignIn]: { body: { url: 'https://accounts.example/x' } },
    })
    renderPage(<SignInPage />, {
      host: createRecordingHost().host,
      at: `/auth?next=${encodeURIComponent(next)}`,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({ name: startProviderSignIn, body: { provider: 'github' } }),
    )
  },
)

test('a visitor who has left before the provider was known, and comes back, stays on the page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const answer = Promise.withResolvers<void>()
  stubServer({
    [providers]: both,
    [startProviderSignIn]: async () => {
      await answer.promise
      return { body: { url: 'https://accounts.example/x' } }
    },
  })
  renderPage(<SignInPage />, { host: createRecordingHost().host })
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
  await screen.findByText('Opening GitHub…')
  dispatchEvent(new Event('pagehide'))
  answer.resolve()
  await waitFor(() => expect(screen.queryByText('Opening GitHub…')).toBeNull())
  expect(assign).not.toHaveBeenCalled()
})

test('a provider that does not respond is explained', async () => {
  stubServer({ [providers]: both, [startProviderSignIn]: createProblem('provider-unavailable', 502) })
  renderPage(<SignInPage />, { host: createRecordingHost().host })
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByText(/^The provider isn’t responding\./)).toBeTruthy()
})

test('an unreachable site is explained, with a retry and email', async () => {
  let isOffline = true
  stubServer({ [providers]: () => (isOffline ? new TypeError('Failed to fetch') : both) })
  renderPage(<SignInPage />, { host: createRecordingHost().host })
  expect(await screen.findByText(/^Can’t reach the site\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in with email' })).toBeTruthy()
  isOffline = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test.each([
  ['provider-cancelled', /^You cancelled the login/],
  ['provider-email-unverified', /hasn’t verified your email/],
  ['provider-account-exists', /was never verified/],
  ['provider-failed', /^Login with the provider failed/],
])('a return with the error %s is explained', async (error, message) => {
  stubServer({ [providers]: both, [visitor]: nobody })
  renderPage(<GoogleSignInPage />, { host: createRecordingHost().host, at: `/auth/google#${error}` })
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test('a visitor who comes back signed in is handed to the shell', async () => {
  const { host, events } = createRecordingHost()
  stubServer({ [providers]: both, [visitor]: { body: { visitor: { ...adaOnServer, gmail: true } } } })
  renderPage(<GoogleSignInPage />, { host, at: '/auth/google' })
  await waitFor(() => expect(events).toEqual([{ ...ada, gmail: true }]))
  expect(buttons()).toEqual([])
})

test('a visitor who comes back without a username chooses one and is then signed in', async () => {
  const { host, events } = createRecordingHost()
  let current = unnamed
  const requests = stubServer({
    [providers]: both,
    [visitor]: () => ({ body: { visitor: current } }),
    'POST /-/account/update': () => {
      current = { ...unnamed, username: 'countess', done: true }
      return {
        body: {
          visitor: current,
          profile: { name: 'Ada', hasPassword: false, createdAt: '2026-01-02T00:00:00Z' },
        },
      }
    },
  })
  renderPage(<GoogleSignInPage />, { host, at: '/auth/google' })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Choose a username' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const field = screen.getByLabelText<HTMLInputElement>('Username')
  expect(field.value).toBe('ada.lovelace')
  expect(events).toEqual([])
  fireEvent.input(field, { target: { value: 'countess' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(events).toEqual([
      { username: 'countess', done: true, isVerify: false, github: false, gmail: true },
    ]),
  )
  expect(requests.find(({ name }) => name === 'POST /-/account/update')?.body).toEqual({
    username: 'countess',
  })
})

test('a suggested username that comes while its field has the focus is replaced by what the visitor types', async () => {
  const answer = Promise.withResolvers<void>()
  stubServer({
    [providers]: both,
    [visitor]: async () => {
      await answer.promise
      return { body: { visitor: unnamed } }
    },
  })
  renderPage(<GoogleSignInPage />, { host: createRecordingHost().host, at: '/auth/google?username=' })
  const field = screen.getByLabelText<HTMLInputElement>('Username')
  field.focus()
  answer.resolve()
  await waitFor(() => expect(field.value).toBe('ada.lovelace'))
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'ada.lovelace'.length])
})

test('a taken username is explained next to its field', async () => {
  stubServer({
    [providers]: both,
    [visitor]: { body: { visitor: unnamed } },
    'POST /-/account/update': createProblem('username-taken', 409, {
      fields: { username: 'This username is taken.' },
    }),
  })
  renderPage(<GoogleSignInPage />, { host: createRecordingHost().host, at: '/auth/google' })
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This username is taken.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('a visitor without a username can use another account instead', async () => {
  let current: typeof unnamed | null = unnamed
  stubServer({
    [providers]: both,
    [visitor]: () => ({ body: { visitor: current } }),
    'POST /-/account/sign-out': () => {
      current = null
      return nobody
    },
  })
  renderPage(<GoogleSignInPage />, { host: createRecordingHost().host, at: '/auth/google' })
  fireEvent.click(await screen.findByRole('button', { name: 'Use another account' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test('an account whose email was never verified can be claimed by a new password', async () => {
  stubServer({ [providers]: both, [visitor]: nobody })
  renderPage(<GoogleSignInPage />, {
    host: createRecordingHost().host,
    at: '/auth/google?next=%2Fprojects#provider-account-exists',
  })
  const link = await screen.findByRole('link', { name: 'Set a new password' })
  expect(link.getAttribute('href')).toBe('/auth/login?forgot=&next=%2Fprojects')
  await screen.findByRole('button', { name: 'Continue with Google' })
})
