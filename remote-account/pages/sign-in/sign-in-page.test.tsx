import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { GoogleSignInPage, SignInPage } from './sign-in-page.tsx'

const providers = 'GET /-/account/providers'
const visitor = 'GET /-/account/session'
const askProvider = 'POST /-/account/sign-in/provider'
const both = { body: { google: true, github: true } }
const none = { body: { google: false, github: false } }
const nobody = { body: { visitor: null } }
const unnamed = { ...adaOnServer, username: 'ada.lovelace', done: false, isVerify: false, gmail: true }

afterEach(() => {
  vi.unstubAllGlobals()
})

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

test('a site without providers says so, and offers the mail', async () => {
  fakeServer({ [providers]: none })
  renderPage(SignInPage, fakeHost().host, '/auth?next=%2Fprojects')
  expect(await screen.findByText(/^Sign-in with Google or GitHub is not set up on this site\./)).toBeTruthy()
  expect(buttons()).toEqual([])
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Log in with email', '/auth/login?next=%2Fprojects'],
    ['Create an account', '/auth/register?next=%2Fprojects'],
  ])
})

test('each provider that the site has is one press away', async () => {
  fakeServer({ [providers]: both })
  renderPage(SignInPage, fakeHost().host)
  await screen.findByRole('button', { name: 'Continue with Google' })
  expect(buttons()).toEqual(['Continue with Google', 'Continue with GitHub'])
})

test('the google screen says when there is no Google, and still offers what there is', async () => {
  fakeServer({ [providers]: { body: { google: false, github: true } }, [visitor]: nobody })
  renderPage(GoogleSignInPage, fakeHost().host, '/auth/google')
  expect(await screen.findByText('Sign-in with Google is not set up on this site.')).toBeTruthy()
  expect(buttons()).toEqual(['Continue with GitHub'])
})

test('a provider is asked with the page that was wanted, and the visitor goes there', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const calls = fakeServer({
    [providers]: both,
    [askProvider]: { body: { url: 'https://accounts.example/x' } },
  })
  renderPage(SignInPage, fakeHost().host, '/auth?next=%2Fprojects')
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.example/x'))
  expect(calls.at(-1)?.body).toEqual({ provider: 'google', next: '/projects' })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
  '%s is no page to go to afterwards',
  async (next) => {
    vi.spyOn(location, 'assign').mockImplementation(() => {})
    const calls = fakeServer({
      [providers]: both,
      [askProvider]: { body: { url: 'https://accounts.example/x' } },
    })
    renderPage(SignInPage, fakeHost().host, `/auth?next=${encodeURIComponent(next)}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await waitFor(() => expect(calls.at(-1)).toEqual({ name: askProvider, body: { provider: 'github' } }))
  },
)

test('a provider that does not answer is told', async () => {
  fakeServer({ [providers]: both, [askProvider]: problem('provider-unavailable', 502) })
  renderPage(SignInPage, fakeHost().host)
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByText(/^The provider does not answer\./)).toBeTruthy()
})

test('a site that cannot be reached is told, with another try and the mail', async () => {
  let isGone = true
  fakeServer({ [providers]: () => (isGone ? new TypeError('Failed to fetch') : both) })
  renderPage(SignInPage, fakeHost().host)
  expect(await screen.findByText(/^The site cannot be reached\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in with email' })).toBeTruthy()
  isGone = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test.each([
  ['provider-cancelled', /^You stopped the sign-in/],
  ['provider-email-unverified', /has not confirmed your mail address/],
  ['provider-account-exists', /never confirmed it/],
  ['provider-failed', /did not work/],
  ['something-else', /did not work/],
])('a return with the error %s is explained', async (error, sentence) => {
  fakeServer({ [providers]: both, [visitor]: nobody })
  renderPage(GoogleSignInPage, fakeHost().host, `/auth/google?error=${error}`)
  expect((await screen.findByText(sentence)).closest('[role=alert]')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test('a visitor who comes back signed in is handed to the shell', async () => {
  const { host, facts } = fakeHost()
  fakeServer({ [providers]: both, [visitor]: { body: { visitor: { ...adaOnServer, gmail: true } } } })
  renderPage(GoogleSignInPage, host, '/auth/google')
  await waitFor(() => expect(facts).toEqual([{ ...ada, gmail: true }]))
  expect(buttons()).toEqual([])
})

test('a visitor who comes back without a username chooses one, and is signed in then', async () => {
  const { host, facts } = fakeHost()
  let current = unnamed
  const calls = fakeServer({
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
  renderPage(GoogleSignInPage, host, '/auth/google')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Choose a username' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const field = screen.getByLabelText<HTMLInputElement>('Username')
  expect(field.value).toBe('ada.lovelace')
  expect(facts).toEqual([])
  fireEvent.input(field, { target: { value: 'countess' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(facts).toEqual([
      { username: 'countess', done: true, isVerify: false, github: false, gmail: true },
    ]),
  )
  expect(calls.find(({ name }) => name === 'POST /-/account/update')?.body).toEqual({ username: 'countess' })
})

test('a username that is taken is told beside its field', async () => {
  fakeServer({
    [providers]: both,
    [visitor]: { body: { visitor: unnamed } },
    'POST /-/account/update': problem('username-taken', 409, {
      fields: { username: 'This username is taken.' },
    }),
  })
  renderPage(GoogleSignInPage, fakeHost().host, '/auth/google')
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This username is taken.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('a visitor without a username can use another account instead', async () => {
  let current: typeof unnamed | null = unnamed
  fakeServer({
    [providers]: both,
    [visitor]: () => ({ body: { visitor: current } }),
    'POST /-/account/sign-out': () => {
      current = null
      return nobody
    },
  })
  renderPage(GoogleSignInPage, fakeHost().host, '/auth/google')
  fireEvent.click(await screen.findByRole('button', { name: 'Use another account' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
})

test('an account that was never confirmed is got back by a new password', async () => {
  fakeServer({ [providers]: both, [visitor]: nobody })
  renderPage(GoogleSignInPage, fakeHost().host, '/auth/google?next=%2Fprojects&error=provider-account-exists')
  const link = await screen.findByRole('link', { name: 'Set a new password' })
  expect(link.getAttribute('href')).toBe('/auth/login?forgot=&next=%2Fprojects')
  await screen.findByRole('button', { name: 'Continue with Google' })
})
