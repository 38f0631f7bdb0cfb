import { renderPage } from '@portico/kit/testing/host.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as RegisterPage } from './route.tsx'

const signUp = 'POST /-/account/sign-up'
const unverified = { ...adaOnServer, isVerify: false }

beforeEach(() => {
  stubServer({})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function enter({ username = 'ada', email = 'ada@example.com', password = 'correct horse' }) {
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: username } })
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

test('a new visitor is handed to the shell as unverified', async () => {
  const { host, events } = createRecordingHost()
  const body = { visitor: unverified }
  const requests = stubServer({ [signUp]: { status: 201, body }, 'GET /-/account/session': { body } })
  renderPage(<RegisterPage />, { host })
  enter({ email: ' Ada@Example.com ' })
  await waitFor(() =>
    expect(events).toEqual([{ username: 'ada', done: true, isVerify: false, github: false, gmail: false }]),
  )
  expect(requests[0]?.body).toEqual({ username: 'ada', email: 'ada@example.com', password: 'correct horse' })
})

test('password managers recognise the fields', () => {
  renderPage(<RegisterPage />, { host: createRecordingHost().host })
  const known = ['Username', 'Email', 'Password'].map((label) =>
    screen.getByLabelText(label).getAttribute('autocomplete'),
  )
  expect(known).toEqual(['username', 'email', 'new-password'])
})

test.each([
  ['Username', { username: 'a' }, 'Use at least 3 characters.'],
  ['Username', { username: 'ada@home' }, 'Use letters, digits, _ and . only.'],
  ['Email', { email: 'ada' }, 'Enter an email address such as ada@example.com.'],
  ['Password', { password: 'short' }, 'Use at least 8 characters.'],
])(
  'an invalid %s %j is explained at its field, which is focused, and nothing is sent',
  async (label, wrong, sentence) => {
    const requests = stubServer({})
    renderPage(<RegisterPage />, { host: createRecordingHost().host })
    enter(wrong)
    const field = screen.getByLabelText(label)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
    expect(requests).toEqual([])
  },
)

test.each([
  ['Username', createProblem('username-taken', 409, { fields: { username: 'This username is taken.' } })],
  ['Email', createProblem('email-taken', 409, { fields: { email: 'This address has an account.' } })],
])('a taken %s is explained at its field, which is focused', async (label, response) => {
  const { host, events } = createRecordingHost()
  stubServer({ [signUp]: response })
  renderPage(<RegisterPage />, { host })
  enter({})
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(events).toEqual([])
})

test('a problem without a field is explained above the button', async () => {
  stubServer({ [signUp]: createProblem('username-taken', 409) })
  renderPage(<RegisterPage />, { host: createRecordingHost().host })
  enter({})
  expect(await screen.findByText('This username is taken. Choose another one.')).toBeTruthy()
})

test('a problem with a field that the form does not have is explained above the button', async () => {
  stubServer({ [signUp]: createProblem('invalid-request', 400, { fields: { body: 'expected an object' } }) })
  renderPage(<RegisterPage />, { host: createRecordingHost().host })
  enter({})
  expect(await screen.findByText(/^Some of what you entered isn’t valid\./)).toBeTruthy()
})

test('the link to the login page keeps the page that the visitor wanted to open', () => {
  renderPage(<RegisterPage />, { host: createRecordingHost().host, at: '/auth/register?next=%2Fprojects' })
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fprojects',
  )
})

test('a visitor who wanted to open a page reads that an account opens it', () => {
  renderPage(<RegisterPage />, { host: createRecordingHost().host, at: '/auth/register?next=%2Fapi' })
  expect(screen.getByText(/^Accounts are free\. Create one to open the API catalogue\./)).toBeTruthy()
})

test('a browser that blocks cookies gets a message before an account is created', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  const requests = stubServer({})
  renderPage(<RegisterPage />, { host: createRecordingHost().host })
  enter({})
  expect(screen.getByText(/^Your browser blocks cookies/).closest('[role=alert]')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  expect(requests).toEqual([])
})

test('a visitor whose browser did not keep the new session learns that the account exists', async () => {
  stubServer({
    [signUp]: { status: 201, body: { visitor: unverified } },
    'GET /-/account/session': { body: { visitor: null } },
  })
  renderPage(<RegisterPage />, { host: createRecordingHost().host })
  enter({})
  expect(
    await screen.findByText(
      'Your account was created, but your browser didn’t keep you logged in. Allow cookies for this site, then log in.',
    ),
  ).toBeTruthy()
})
