import { renderPage } from '@portico/kit/testing/host.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as RegisterPage } from '../register/route.tsx'
import { Component as LoginPage } from './route.tsx'

const signIn = 'POST /-/account/sign-in'
const visitor = 'GET /-/account/session'

beforeEach(() => {
  stubServer({})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function enter(login: string, password: string) {
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: login } })
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a visitor who logs in is handed to the shell as the server knows them, without the email', async () => {
  const { host, events } = createRecordingHost()
  const requests = stubServer({
    [signIn]: { body: { visitor: adaOnServer } },
    [visitor]: { body: { visitor: adaOnServer } },
  })
  renderPage(<LoginPage />, { host })
  enter(' ada ', ' correct horse ')
  await waitFor(() => expect(events).toEqual([ada]))
  expect(requests).toEqual([
    { name: signIn, body: { login: 'ada', password: ' correct horse ' } },
    { name: visitor, body: undefined },
  ])
})

test('password managers recognise the fields', () => {
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  expect(screen.getByLabelText('Username or email').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
})

test('an empty form is not sent; each field says what it needs and the first one is focused', async () => {
  const requests = stubServer({})
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Enter your username or email.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username or email'))
  expect(requests).toEqual([])
})

test('editing a field clears its error, and the other field keeps its own', async () => {
  stubServer({})
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Enter your username or email.')
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: 'ada' } })
  expect(screen.queryByText('Enter your username or email.')).toBe(null)
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

test('wrong credentials are rejected without saying which one is wrong', async () => {
  const { host, events } = createRecordingHost()
  stubServer({ [signIn]: createProblem('sign-in-failed', 401) })
  renderPage(<LoginPage />, { host })
  enter('ada', 'wrong horse')
  expect(await screen.findByText('Wrong username, email or password. Check them and try again.')).toBeTruthy()
  expect(screen.getByLabelText('Username or email').getAttribute('aria-invalid')).toBe('false')
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false')
  expect(events).toEqual([])
})

test.each([
  [45, 'Too many attempts. Try again in 45 seconds.'],
  [1, 'Too many attempts. Try again in 1 second.'],
  [601, 'Too many attempts. Try again in 11 minutes.'],
])('a rate limit of %i seconds is explained', async (retryAfterSeconds, sentence) => {
  stubServer({ [signIn]: createProblem('too-many-requests', 429, { retryAfterSeconds }) })
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  enter('ada', 'wrong horse')
  const message = await screen.findByText(sentence, { ignore: '[aria-hidden]' })
  expect(message.closest('[role=status]')).toBeTruthy()
})

test('the time to wait is counted down without announcing each second, and its end is announced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    stubServer({ [signIn]: createProblem('too-many-requests', 429, { retryAfterSeconds: 45 }) })
    renderPage(<LoginPage />, { host: createRecordingHost().host })
    enter('ada', 'wrong horse')
    const start = await screen.findByText(/in 45 seconds/, { ignore: '[aria-hidden]' })
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(screen.getByText(/Try again in 1\d seconds\./).getAttribute('aria-hidden')).toBe('true')
    expect(start.textContent).toBe('Too many attempts. Try again in 45 seconds.')
    await act(() => vi.advanceTimersByTimeAsync(16_000))
    const end = screen.getByText('You can try again now.')
    expect(end.closest('[role=status]')).toBeTruthy()
    expect(start.isConnected).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a server that is unavailable says how long to wait', async () => {
  stubServer({
    [signIn]: { status: 503, body: { code: 'server-busy' }, headers: { 'retry-after': '5' } },
  })
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  enter('ada', 'correct horse')
  const sentence = 'The site is temporarily unavailable. Try again in 5 seconds.'
  expect(await screen.findByText(sentence, { ignore: '[aria-hidden]' })).toBeTruthy()
})

test('a lost connection is explained, and pressing the button again retries', async () => {
  const { host, events, reports } = createRecordingHost()
  let isOffline = true
  const body = { visitor: adaOnServer }
  stubServer({
    [signIn]: () => (isOffline ? new TypeError('Failed to fetch') : { body }),
    [visitor]: { body },
  })
  renderPage(<LoginPage />, { host })
  enter('ada', 'correct horse')
  expect(await screen.findByText(/^Can’t reach the site\./)).toBeTruthy()
  isOffline = false
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(events).toEqual([ada]))
  expect(screen.queryByText(/^Can’t reach the site\./)).toBe(null)
  expect(reports).toEqual([])
})

test('an unexpected response is explained and reported to the shell', async () => {
  const { host, events, reports } = createRecordingHost()
  stubServer({ [signIn]: { body: { visitor: { username: 7 } } } })
  renderPage(<LoginPage />, { host })
  enter('ada', 'correct horse')
  expect(await screen.findByText(/^Unexpected response/)).toBeTruthy()
  expect(events).toEqual([])
  expect(reports).toHaveLength(1)
})

test('a browser that blocks cookies gets a message before anything is sent', async () => {
  const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  const requests = stubServer({
    [signIn]: { body: { visitor: null } },
    [visitor]: { body: { visitor: null } },
  })
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  const sentence =
    'Your browser blocks cookies, and you need them to log in. Allow cookies for this site, then reload the page.'
  expect(screen.getByText(sentence).closest('[role=alert]')).toBeTruthy()
  enter('ada', 'correct horse')
  expect(screen.getByText(sentence)).toBeTruthy()
  cookies.mockReturnValue(true)
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('a visitor whose browser blocks the session cookie is asked to allow cookies', async () => {
  const { host, events } = createRecordingHost()
  stubServer({ [signIn]: { body: { visitor: adaOnServer } }, [visitor]: { body: { visitor: null } } })
  renderPage(<LoginPage />, { host })
  enter('ada', 'correct horse')
  expect(await screen.findByText(/^Your browser didn’t keep you logged in\. Allow cookies/)).toBeTruthy()
  expect(events).toEqual([])
})

test('a successful login counts even if reading the session fails right after it', async () => {
  const { host, events } = createRecordingHost()
  stubServer({ [signIn]: { body: { visitor: adaOnServer } }, [visitor]: new TypeError('Failed to fetch') })
  renderPage(<LoginPage />, { host })
  enter('ada', 'correct horse')
  await waitFor(() => expect(events).toEqual([ada]))
})

test('a second click while the first request is running does nothing, and the button keeps the focus', async () => {
  const { host, events } = createRecordingHost()
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const requests = stubServer({ [signIn]: () => promise, [visitor]: { body: { visitor: adaOnServer } } })
  renderPage(<LoginPage />, { host })
  const button = screen.getByRole('button', { name: 'Log in' })
  button.focus()
  enter('ada', 'correct horse')
  fireEvent.click(button)
  expect(await screen.findByText('Logging in…')).toBeTruthy()
  fireEvent.click(button)
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Password').form ?? button)
  expect(document.activeElement).toBe(button)
  expect(requests).toHaveLength(1)
  resolve({ body: { visitor: adaOnServer } })
  await waitFor(() => expect(events).toEqual([ada]))
  expect(requests.filter(({ name }) => name === signIn)).toHaveLength(1)
})

test('an error of the form that the browser has sent itself is shown, and removed from the address', async () => {
  const { host } = createRecordingHost()
  const router = renderPage(<LoginPage />, { host, at: '/auth/login?next=%2Fapi#sign-in-failed' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Wrong username, email or password. Check them and try again.',
  )
  await waitFor(() => expect(router.getLocation()).toMatchObject({ search: '?next=%2Fapi', hash: '' }))
  expect(screen.getByRole('alert').textContent).toMatch(/^Wrong username/)
})

test('without a script, the browser sends the fields with the page that the visitor wanted', () => {
  const { host } = createRecordingHost()
  renderPage(<LoginPage />, { host, at: '/auth/login?next=%2Fapi%2Frgb' })
  const { form } = screen.getByLabelText<HTMLInputElement>('Password')
  expect([form?.method, form?.getAttribute('action')]).toEqual([
    'post',
    '/-/account/sign-in?next=%2Fapi%2Frgb',
  ])
  for (const name of ['login', 'password'])
    expect(form?.elements.namedItem(name)).toMatchObject({ required: true })
})

test('every link keeps the page that the visitor wanted to open', async () => {
  stubServer({ 'GET /-/account/providers': { body: { google: true, github: false } } })
  renderPage(<LoginPage />, { host: createRecordingHost().host, at: '/auth/login?next=%2Fapi%2Frgb%3Fq%3D1' })
  const next = 'next=%2Fapi%2Frgb%3Fq%3D1'
  await screen.findByRole('link', { name: 'Other ways to log in' })
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    `/auth/register?${next}`,
    `/auth/register?${next}`,
    `/auth/login?forgot=&${next}`,
    `/auth?${next}`,
  ])
})

test('a site without providers offers no other way to log in', async () => {
  const requests = stubServer({ 'GET /-/account/providers': { body: { google: false, github: false } } })
  renderPage(<LoginPage />, { host: createRecordingHost().host })
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => {})
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Create an account',
    'Forgot your password?',
  ])
})

test('the providers are requested once for the pages that offer them', async () => {
  const requests = stubServer({ 'GET /-/account/providers': { body: { google: true, github: false } } })
  const { host } = createRecordingHost()
  renderPage(<LoginPage />, { host })
  await screen.findByRole('link', { name: 'Other ways to log in' })
  cleanup()
  renderPage(<RegisterPage />, { host })
  await screen.findByRole('link', { name: 'Other ways to log in' })
  expect(requests).toHaveLength(1)
})

test('providers that failed to load are requested again on the next page', async () => {
  const { host } = createRecordingHost()
  const failing = stubServer({ 'GET /-/account/providers': new TypeError('Failed to fetch') })
  renderPage(<LoginPage />, { host })
  await waitFor(() => expect(failing).toHaveLength(1))
  cleanup()
  stubServer({ 'GET /-/account/providers': { body: { google: true, github: false } } })
  renderPage(<RegisterPage />, { host })
  expect(await screen.findByRole('link', { name: 'Other ways to log in' })).toBeTruthy()
})

test('links carry no redirect where the visitor wanted no page', () => {
  renderPage(<LoginPage />, { host: createRecordingHost().host, at: '/auth/login' })
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/auth/register')
})

test.each([
  ['/api', 'the API catalogue'],
  ['/API/rgb?q=1#red', 'the API catalogue'],
  ['/contact', 'Contact Us'],
  ['/projects/portico/qr?message=hi', 'Wa Bot Qr Gen'],
  ['/no/such/page', 'this page'],
])('a visitor who wanted to open %s reads why they are here, and how to get an account', (next, name) => {
  const at = `/auth/login?${new URLSearchParams({ next })}`
  renderPage(<LoginPage />, { host: createRecordingHost().host, at })
  const lead = screen.getByText(`Log in to open ${name}. Accounts are free.`, { exact: false })
  const link = within(lead).getByRole('link', { name: 'Create one' })
  expect(link.getAttribute('href')).toBe(`/auth/register?${new URLSearchParams({ next })}`)
})

test.each(['', '?next=%2F', '?next=//evil.example', '?next='])(
  'a visitor who came by themselves (%j) reads no reason',
  (query) => {
    renderPage(<LoginPage />, { host: createRecordingHost().host, at: `/auth/login${query}` })
    expect(screen.queryByText(/Log in to open/)).toBe(null)
  },
)

test('the password reset has a title and a heading of its own, which is focused', async () => {
  renderPage(<LoginPage />, { host: createRecordingHost().host, at: '/auth/login' })
  expect(document.title).toBe('Login | Sample Person')
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Reset your password' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Reset Password | Sample Person')
  fireEvent.click(screen.getByRole('link', { name: 'Back to login' }))
  await screen.findByRole('heading', { level: 1, name: 'Log in' })
  expect(document.title).toBe('Login | Sample Person')
})
