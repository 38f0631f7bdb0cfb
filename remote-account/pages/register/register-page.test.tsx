import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { RegisterPage } from './register-page.tsx'

const signUp = 'POST /-/account/sign-up'
const unverified = { ...adaOnServer, isVerify: false }

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
  const { host, facts } = fakeHost()
  const body = { visitor: unverified }
  const calls = fakeServer({ [signUp]: { status: 201, body }, 'GET /-/account/session': { body } })
  renderPage(RegisterPage, host)
  enter({ email: ' Ada@Example.com ' })
  await waitFor(() =>
    expect(facts).toEqual([{ username: 'ada', done: true, isVerify: false, github: false, gmail: false }]),
  )
  expect(calls[0]?.body).toEqual({ username: 'ada', email: 'ada@example.com', password: 'correct horse' })
})

test('password managers know the fields', () => {
  renderPage(RegisterPage, fakeHost().host)
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
  'a wrong %s %j is told beside its field, which has the focus; nothing is sent',
  async (label, wrong, sentence) => {
    const calls = fakeServer({})
    renderPage(RegisterPage, fakeHost().host)
    enter(wrong)
    const field = screen.getByLabelText(label)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
    expect(calls).toEqual([])
  },
)

test.each([
  ['Username', problem('username-taken', 409, { fields: { username: 'This username is taken.' } })],
  ['Email', problem('email-taken', 409, { fields: { email: 'This address has an account.' } })],
])('a taken %s is told beside its field, which has the focus', async (label, answer) => {
  const { host, facts } = fakeHost()
  fakeServer({ [signUp]: answer })
  renderPage(RegisterPage, host)
  enter({})
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(facts).toEqual([])
})

test('a taken name without a field is told by a sentence', async () => {
  fakeServer({ [signUp]: problem('username-taken', 409) })
  renderPage(RegisterPage, fakeHost().host)
  enter({})
  expect(await screen.findByText('This username is taken. Choose another one.')).toBeTruthy()
})

test('a complaint about something that the form does not have is told by a sentence', async () => {
  fakeServer({ [signUp]: problem('invalid-request', 400, { fields: { body: 'expected an object' } }) })
  renderPage(RegisterPage, fakeHost().host)
  enter({})
  expect(await screen.findByText(/^The site did not accept what you entered\./)).toBeTruthy()
})

test('the link to the login keeps the page that was wanted', () => {
  renderPage(RegisterPage, fakeHost().host, '/auth/register?next=%2Fprojects')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fprojects',
  )
})
