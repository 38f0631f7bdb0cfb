import { renderPage } from '@portico/shared/testing/host.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { PasswordResetCard } from './password-reset-card.tsx'

const request = 'POST /-/account/reset/request'
const reset = 'POST /-/account/reset'
const accepted = { status: 202, body: { accepted: true } }

afterEach(() => {
  vi.unstubAllGlobals()
})

async function requestCode(email: string) {
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a code' }))
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' })
}

function enter(code: string, password: string) {
  fireEvent.input(screen.getByLabelText('Verification code'), { target: { value: code } })
  fireEvent.input(screen.getByLabelText('New password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

test('an emailed code sets a new password, which the visitor then logs in with', async () => {
  const { host, events } = createRecordingHost()
  const requests = stubServer({ [request]: accepted, [reset]: { body: { visitor: null } } })
  renderPage(<PasswordResetCard />, { host, at: '/auth/login?forgot=&next=%2Fprojects' })
  await requestCode('Ada@example.com')
  enter('123 456', 'new horse battery')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Password changed' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fprojects',
  )
  expect(requests).toEqual([
    { name: request, body: { email: 'ada@example.com' } },
    { name: reset, body: { email: 'ada@example.com', code: '123456', newPassword: 'new horse battery' } },
  ])
  expect(events).toEqual([])
})

test('the page does not reveal whether an address has an account', async () => {
  stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestCode('nobody@example.com')
  expect(screen.getByText(/has an account here, we’ve sent a six-digit code to it/).textContent).toMatch(
    /^If /,
  )
})

test('a wrong code and a short password are explained beside their fields', async () => {
  stubServer({
    [request]: accepted,
    [reset]: createProblem('code-invalid', 422, {
      fields: { code: 'This code is wrong or no longer valid.' },
    }),
  })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestCode('ada@example.com')
  enter('123456', 'short')
  expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  enter('123456', 'new horse battery')
  expect(await screen.findByText('This code is wrong or no longer valid.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
})

test('an internationalised address is sent and shown as it was typed', async () => {
  const requests = stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestCode('Ada@Exämple.com')
  expect(screen.getByText('ada@exämple.com')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'ada@exämple.com' }])
})

test('a new code removes the error of the previous one and keeps the password', async () => {
  const requests = stubServer({
    [request]: accepted,
    [reset]: createProblem('code-invalid', 422, { fields: { code: 'This code is used up.' } }),
  })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestCode('ada@example.com')
  enter('123456', 'new horse battery')
  await screen.findByText('This code is used up.')
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(
    (await screen.findByText(/^Check your email for the new code\./)).closest('[role=status]'),
  ).toBeTruthy()
  expect(screen.queryByText('This code is used up.')).toBe(null)
  expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('new horse battery')
  expect(requests.at(-1)).toEqual({ name: request, body: { email: 'ada@example.com' } })
})
