import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { VerifyPage } from './verify-page.tsx'

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

test('the page names the address that waits, and phones offer digits and the code from a message', async () => {
  fakeServer({ [visitor]: { body: { visitor: unverified } } })
  renderPage(VerifyPage, fakeHost(unverified).host)
  expect(await screen.findByText('ada@example.com')).toBeTruthy()
  const field = screen.getByLabelText('Verification code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.hasAttribute('maxlength')).toBe(false)
})

test.each(['123456', ' 123 456 ', '123\u00a0456'])('the code %j confirms the address', async (code) => {
  const { host, facts } = fakeHost(unverified)
  let isVerify = false
  const calls = fakeServer({
    [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }),
    [verify]: () => {
      isVerify = true
      return { body: { visitor: adaOnServer } }
    },
  })
  renderPage(VerifyPage, host)
  await screen.findByText('ada@example.com')
  enterCode(code)
  await waitFor(() => expect(facts).toEqual([ada]))
  expect(calls.find(({ name }) => name === verify)?.body).toEqual({ code: '123456' })
})

test('something that is no code is not sent', async () => {
  const calls = fakeServer({ [visitor]: { body: { visitor: unverified } } })
  renderPage(VerifyPage, fakeHost(unverified).host)
  enterCode('12345')
  expect(await screen.findByText('Enter the six digits from the mail.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  expect(calls.map(({ name }) => name)).toEqual([visitor])
})

test('a wrong or expired code is told beside its field, which has the focus', async () => {
  const { host, facts } = fakeHost(unverified)
  fakeServer({
    [visitor]: { body: { visitor: unverified } },
    [verify]: problem('code-invalid', 422, { fields: { code: 'This code is wrong or no longer valid.' } }),
  })
  renderPage(VerifyPage, host)
  enterCode('000000')
  expect(await screen.findByText('This code is wrong or no longer valid.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
  expect(facts).toEqual([])
})

test('a new code is sent once, and that it is on its way is announced', async () => {
  const calls = fakeServer({
    [visitor]: { body: { visitor: unverified } },
    [sendCode]: { status: 202, body: { accepted: true } },
  })
  renderPage(VerifyPage, fakeHost(unverified).host)
  await screen.findByText('ada@example.com')
  const button = screen.getByRole('button', { name: 'Send a new code' })
  fireEvent.click(button)
  fireEvent.click(button)
  const said = await screen.findByText(/^A new code is on its way to ada@example\.com\./)
  expect(said.closest('[role=status]')).toBeTruthy()
  expect(calls.filter(({ name }) => name === sendCode)).toHaveLength(1)
})

test('too many new codes are refused with the seconds to wait', async () => {
  fakeServer({
    [visitor]: { body: { visitor: unverified } },
    [sendCode]: problem('too-many-requests', 429, { retryAfterSeconds: 90 }),
  })
  renderPage(VerifyPage, fakeHost(unverified).host)
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(
    await screen.findByText('There were too many attempts. Wait 90 seconds, then try again.'),
  ).toBeTruthy()
})

test('an address that the link has confirmed goes on by itself', async () => {
  const { host, facts } = fakeHost(unverified)
  fakeServer({ [visitor]: { body: { visitor: adaOnServer } } })
  renderPage(VerifyPage, host)
  await waitFor(() => expect(facts).toEqual([ada]))
})

test('coming back to the tab asks again whether the link has confirmed the address', async () => {
  const { host, facts } = fakeHost(unverified)
  let isVerify = false
  fakeServer({ [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }) })
  renderPage(VerifyPage, host)
  await screen.findByText('ada@example.com')
  expect(facts).toEqual([])
  isVerify = true
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(facts).toEqual([ada]))
})

test('asking for a code when the address is confirmed already goes on', async () => {
  const { host, facts } = fakeHost(unverified)
  let isVerify = false
  fakeServer({
    [visitor]: () => ({ body: { visitor: { ...adaOnServer, isVerify } } }),
    [sendCode]: () => {
      isVerify = true
      return problem('already-verified', 409)
    },
  })
  renderPage(VerifyPage, host)
  await screen.findByText('ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(facts).toEqual([ada]))
})

test('a session that has ended is said, and the way back is the login', async () => {
  const { host, facts } = fakeHost(unverified)
  fakeServer({ [visitor]: { body: { visitor: null } } })
  renderPage(VerifyPage, host)
  expect(await screen.findByText('Your session has ended. Log in again to go on.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Log in again' }))
  expect(facts).toEqual(['signed out'])
})

test('the visitor can log out from here', () => {
  fakeServer({ [visitor]: { body: { visitor: unverified } } })
  renderPage(VerifyPage, fakeHost(unverified).host)
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})
