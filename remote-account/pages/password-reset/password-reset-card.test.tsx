import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { ResetCard } from './password-reset-card.tsx'

const request = 'POST /-/account/reset/request'
const reset = 'POST /-/account/reset'
const accepted = { status: 202, body: { accepted: true } }

afterEach(() => {
  vi.unstubAllGlobals()
})

async function askFor(email: string) {
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a code' }))
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' })
}

function enter(code: string, password: string) {
  fireEvent.input(screen.getByLabelText('Verification code'), { target: { value: code } })
  fireEvent.input(screen.getByLabelText('New password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

test('a code from the mail sets a new password; then the visitor logs in with it', async () => {
  const { host, facts } = fakeHost()
  const calls = fakeServer({ [request]: accepted, [reset]: { body: { visitor: null } } })
  renderPage(ResetCard, host, '/auth/login?forgot=&next=%2Fprojects')
  await askFor('Ada@example.com')
  enter('123 456', 'new horse battery')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your new password is set' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fprojects',
  )
  expect(calls).toEqual([
    { name: request, body: { email: 'ada@example.com' } },
    { name: reset, body: { email: 'ada@example.com', code: '123456', newPassword: 'new horse battery' } },
  ])
  expect(facts).toEqual([])
})

test('the page does not tell whether an address has an account', async () => {
  fakeServer({ [request]: accepted })
  renderPage(ResetCard, fakeHost().host)
  await askFor('nobody@example.com')
  expect(
    screen.getByText(/has an account here, a mail with a six-digit code is on its way/).textContent,
  ).toMatch(/^If /)
})

test('a wrong code and a short password are told beside their fields', async () => {
  fakeServer({
    [request]: accepted,
    [reset]: problem('code-invalid', 422, { fields: { code: 'This code is wrong or no longer valid.' } }),
  })
  renderPage(ResetCard, fakeHost().host)
  await askFor('ada@example.com')
  enter('123456', 'short')
  expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  enter('123456', 'new horse battery')
  expect(await screen.findByText('This code is wrong or no longer valid.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
})
