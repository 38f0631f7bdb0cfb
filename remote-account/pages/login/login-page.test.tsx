import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { LoginPage } from './login-page.tsx'

const signIn = 'POST /-/account/sign-in'
const visitor = 'GET /-/account/session'

afterEach(() => {
  vi.unstubAllGlobals()
})

function enter(login: string, password: string) {
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: login } })
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a visitor who signs in is handed to the shell as the server knows them, without the address', async () => {
  const { host, facts } = fakeHost()
  const calls = fakeServer({
    [signIn]: { body: { visitor: adaOnServer } },
    [visitor]: { body: { visitor: adaOnServer } },
  })
  renderPage(LoginPage, host)
  enter(' ada ', ' correct horse ')
  await waitFor(() => expect(facts).toEqual([ada]))
  expect(calls).toEqual([
    { name: signIn, body: { login: 'ada', password: ' correct horse ' } },
    { name: visitor, body: undefined },
  ])
})

test('password managers know the fields', () => {
  renderPage(LoginPage, fakeHost().host)
  expect(screen.getByLabelText('Username or email').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
})

test('an empty form is not sent; each field says what it needs and the first has the focus', async () => {
  const calls = fakeServer({})
  renderPage(LoginPage, fakeHost().host)
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Enter your username or email.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username or email'))
  expect(calls).toEqual([])
})

test('a wrong field is no longer called wrong once it is edited, and the other one keeps its error', async () => {
  fakeServer({})
  renderPage(LoginPage, fakeHost().host)
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Enter your username or email.')
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: 'ada' } })
  expect(screen.queryByText('Enter your username or email.')).toBe(null)
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

test('wrong credentials are refused without telling which of them is wrong', async () => {
  const { host, facts } = fakeHost()
  fakeServer({ [signIn]: problem('sign-in-failed', 401) })
  renderPage(LoginPage, host)
  enter('ada', 'wrong horse')
  expect(
    await screen.findByText('The name or the password is wrong. Check both, then try again.'),
  ).toBeTruthy()
  expect(screen.getByLabelText('Username or email').getAttribute('aria-invalid')).toBe('false')
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false')
  expect(facts).toEqual([])
})

test.each([
  [45, 'There were too many attempts. Wait 45 seconds, then try again.'],
  [1, 'There were too many attempts. Wait 1 second, then try again.'],
  [601, 'There were too many attempts. Wait 11 minutes, then try again.'],
])('a limit of %i seconds is told', async (retryAfterSeconds, sentence) => {
  fakeServer({ [signIn]: problem('too-many-requests', 429, { retryAfterSeconds }) })
  renderPage(LoginPage, fakeHost().host)
  enter('ada', 'wrong horse')
  expect((await screen.findByText(sentence)).closest('[role=alert]')).toBeTruthy()
})

test('a network that is gone is told, and the next press tries again', async () => {
  const { host, facts, reports } = fakeHost()
  let isGone = true
  const body = { visitor: adaOnServer }
  fakeServer({
    [signIn]: () => (isGone ? new TypeError('Failed to fetch') : { body }),
    [visitor]: { body },
  })
  renderPage(LoginPage, host)
  enter('ada', 'correct horse')
  expect(await screen.findByText(/^The site cannot be reached\./)).toBeTruthy()
  isGone = false
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(facts).toEqual([ada]))
  expect(screen.queryByText(/^The site cannot be reached\./)).toBe(null)
  expect(reports).toEqual([])
})

test('an answer of another shape is told, and reported to the shell', async () => {
  const { host, facts, reports } = fakeHost()
  fakeServer({ [signIn]: { body: { visitor: { username: 7 } } } })
  renderPage(LoginPage, host)
  enter('ada', 'correct horse')
  expect(await screen.findByText(/does not understand/)).toBeTruthy()
  expect(facts).toEqual([])
  expect(reports).toHaveLength(1)
})

test('a browser that keeps no session is told of', async () => {
  const { host, facts } = fakeHost()
  fakeServer({ [signIn]: { body: { visitor: adaOnServer } }, [visitor]: { body: { visitor: null } } })
  renderPage(LoginPage, host)
  enter('ada', 'correct horse')
  expect(await screen.findByText(/your browser did not keep the session\. Allow cookies/)).toBeTruthy()
  expect(facts).toEqual([])
})

test('a sign-in that worked stands even when the question after it fails', async () => {
  const { host, facts } = fakeHost()
  fakeServer({ [signIn]: { body: { visitor: adaOnServer } }, [visitor]: new TypeError('Failed to fetch') })
  renderPage(LoginPage, host)
  enter('ada', 'correct horse')
  await waitFor(() => expect(facts).toEqual([ada]))
})

test('a second press while the first is on its way does nothing, and the button keeps the focus', async () => {
  const { host, facts } = fakeHost()
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const calls = fakeServer({ [signIn]: () => promise, [visitor]: { body: { visitor: adaOnServer } } })
  renderPage(LoginPage, host)
  const button = screen.getByRole('button', { name: 'Log in' })
  button.focus()
  enter('ada', 'correct horse')
  fireEvent.click(button)
  expect(await screen.findByText('Logging in…')).toBeTruthy()
  fireEvent.click(button)
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Password').form ?? button)
  expect(document.activeElement).toBe(button)
  expect(calls).toHaveLength(1)
  resolve({ body: { visitor: adaOnServer } })
  await waitFor(() => expect(facts).toEqual([ada]))
  expect(calls.filter(({ name }) => name === signIn)).toHaveLength(1)
})

test('every link keeps the page that was wanted', () => {
  renderPage(LoginPage, fakeHost().host, '/auth/login?next=%2Fapi%2Frgb%3Fq%3D1')
  const next = 'next=%2Fapi%2Frgb%3Fq%3D1'
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([`/auth/register?${next}`, `/auth/login?forgot=&${next}`, `/auth?${next}`])
})

test('links are plain where no page was wanted', () => {
  renderPage(LoginPage, fakeHost().host, '/auth/login')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/auth/register')
})

test('the way to a new password has its own heading, which takes the focus', async () => {
  renderPage(LoginPage, fakeHost().host, '/auth/login')
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
