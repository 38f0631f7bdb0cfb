import { renderPage } from '@portico/kit/testing/host.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as VerifyPage } from './route.tsx'

const visitor = 'GET /-/account/session'
const verify = 'POST /-/account/verify'
const sendCode = 'POST /-/account/verify/send'
const unverified = { ...adaOnServer, isVerify: false }

afterEach(() => {
  vi.unstubAllGlobals()
})

function enterCode(code: string) {
  fireEvent.input(screen.getByLabelText('Verification code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
}

test('the page names the address, and phones offer digits and the code from a message', async () => {
  stubServer({ [visitor]: { body: { visitor: unverified } } })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  expect(await screen.findByText('ada@example.com')).toBeTruthy()
  const field = screen.getByLabelText('Verification code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.hasAttribute('maxlength')).toBe(false)
})

test('the code verifies the email', async () => {
  const { host, events } = createRecordingHost(unverified)
  let isVerify = false
  const requests = stubServer({
    [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }),
    [verify]: () => {
      isVerify = true
      return { body: { visitor: adaOnServer } }
    },
  })
  renderPage(<VerifyPage />, { host })
  await screen.findByText('ada@example.com')
  enterCode(' 123-456')
  await waitFor(() => expect(events).toEqual(['Your email is verified.', ada]))
  expect(requests.find(({ name }) => name === verify)?.body).toEqual({ code: '123456' })
})

test('an invalid code is not sent', async () => {
  const requests = stubServer({ [visitor]: { body: { visitor: unverified } } })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  enterCode('12345')
  expect(await screen.findByText('Enter the six digits from the email.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  expect(requests.map(({ name }) => name)).toEqual([visitor])
})

test('a wrong or expired code is explained next to its field, which is focused', async () => {
  const { host, events } = createRecordingHost(unverified)
  stubServer({
    [visitor]: { body: { visitor: unverified } },
    [verify]: createProblem('code-invalid', 422, {
      fields: { code: 'This code is wrong or no longer valid.' },
    }),
  })
  renderPage(<VerifyPage />, { host })
  enterCode('000000')
  expect(await screen.findByText('This code is wrong or no longer valid.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
  expect(events).toEqual([])
})

test('a new code is sent once and announced', async () => {
  const requests = stubServer({
    [visitor]: { body: { visitor: unverified } },
    [sendCode]: { status: 202, body: { accepted: true } },
  })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  await screen.findByText('ada@example.com')
  const button = screen.getByRole('button', { name: 'Send a new code' })
  fireEvent.click(button)
  fireEvent.click(button)
  const message = await screen.findByText(/^We’ve sent a new code to ada@example\.com\./)
  expect(message.closest('[role=status]')).toBeTruthy()
  expect(requests.filter(({ name }) => name === sendCode)).toHaveLength(1)
})

test('a new code removes the error of the previous one', async () => {
  stubServer({
    [visitor]: { body: { visitor: unverified } },
    [verify]: createProblem('code-invalid', 422, { fields: { code: 'This code is wrong.' } }),
    [sendCode]: { status: 202, body: { accepted: true } },
  })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  enterCode('000000')
  await screen.findByText('This code is wrong.')
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await screen.findByText(/^We’ve sent a new code/)
  expect(screen.queryByText('This code is wrong.')).toBe(null)
  expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('')
})

test('a rate limit on new codes is explained with the time to wait', async () => {
  stubServer({
    [visitor]: { body: { visitor: unverified } },
    [sendCode]: createProblem('too-many-requests', 429, { retryAfterSeconds: 90 }),
  })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  const message = await screen.findByText('Too many attempts. Try again in 90 seconds.', {
    ignore: '[aria-hidden]',
  })
  expect(message.closest('[role=status]')).toBeTruthy()
})

test('a visitor whose email was verified by the link moves on', async () => {
  const { host, events } = createRecordingHost(unverified)
  stubServer({ [visitor]: { body: { visitor: adaOnServer } } })
  renderPage(<VerifyPage />, { host })
  await waitFor(() => expect(events).toEqual([ada, 'Your email is verified.']))
})

test('coming back to the tab checks again whether the link has verified the email', async () => {
  const { host, events } = createRecordingHost(unverified)
  let isVerify = false
  stubServer({ [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }) })
  renderPage(<VerifyPage />, { host })
  await screen.findByText('ada@example.com')
  expect(events).toEqual([])
  isVerify = true
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(events).toEqual([ada, 'Your email is verified.']))
})

test('requesting a code for an email that is already verified takes the visitor further', async () => {
  const { host, events } = createRecordingHost(unverified)
  let isVerify = false
  stubServer({
    [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }),
    [sendCode]: () => {
      isVerify = true
      return createProblem('already-verified', 409)
    },
  })
  renderPage(<VerifyPage />, { host })
  await screen.findByText('ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(events).toEqual(['Your email is verified.', ada]))
})

test('a session that has ended is explained, with a button to log in again', async () => {
  const { host, events } = createRecordingHost(unverified)
  stubServer({ [visitor]: { body: { visitor: null } } })
  renderPage(<VerifyPage />, { host })
  expect(await screen.findByText('Your session has ended. Log in again to continue.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Log in again' }))
  expect(events).toEqual(['signed out'])
})

test('the visitor can correct the address, to which the new code is sent', async () => {
  let email = 'ada@example.con'
  const requests = stubServer({
    [visitor]: () => ({ body: { visitor: { ...unverified, email } } }),
    [sendCode]: () => {
      email = 'ada@exämple.com'
      return { status: 202, body: { accepted: true } }
    },
  })
  renderPage(<VerifyPage />, { host: createRecordingHost(unverified).host })
  await screen.findByText('ada@example.con')
  fireEvent.click(screen.getByText('Wrong email?'))
  const field = screen.getByLabelText('Your email')
  fireEvent.input(field, { target: { value: 'ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText('Enter an email address such as ada@example.com.')).toBeTruthy()
  fireEvent.input(field, { target: { value: 'Ada@Exämple.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await screen.findByText(/^We’ve sent a new code to ada@exämple\.com\./)
  expect(await screen.findByText('ada@exämple.com')).toBeTruthy()
  expect(requests.find(({ name }) => name === sendCode)?.body).toEqual({ email: 'ada@exämple.com' })
})

test('a visitor who wanted to open a page reads that verifying opens it', () => {
  stubServer({ [visitor]: { body: { visitor: unverified } } })
  const { host } = createRecordingHost(unverified)
  renderPage(<VerifyPage />, { host, at: '/profile/verify?next=%2Fcontact' })
  expect(screen.getByText(/^Verify your email to open Contact Us\./)).toBeTruthy()
})
