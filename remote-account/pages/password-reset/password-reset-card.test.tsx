import { renderPage } from '@portico/kit/testing/host.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { PasswordResetCard } from './password-reset-card.tsx'

const request = 'POST /-/account/reset/request'
const accepted = { status: 202, body: { accepted: true } }

afterEach(() => {
  vi.unstubAllGlobals()
})

function submit(email: string) {
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send a link' }))
}

async function requestLink(email: string) {
  submit(email)
  return screen.findByRole('heading', { level: 1, name: 'Check your email' })
}

test('a link is requested, and the way back to the login keeps where the visitor wanted to go', async () => {
  const { host, events } = createRecordingHost()
  const forProjects = `${request}?next=%2Fprojects`
  const requests = stubServer({ [forProjects]: accepted })
  renderPage(<PasswordResetCard />, { host, at: '/auth/login?forgot=&next=%2Fprojects' })
  const heading = await requestLink('Ada@example.com')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fprojects',
  )
  expect(requests).toEqual([{ name: forProjects, body: { email: 'ada@example.com' } }])
  expect(events).toEqual([])
})

test('the page does not reveal whether an address has an account', async () => {
  stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestLink('nobody@example.com')
  expect(screen.getByText(/has an account here, we’ve sent a link to it/).textContent).toMatch(/^If /)
})

test('an internationalised address is sent and shown as it was typed', async () => {
  const requests = stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestLink('Ada@Exämple.com')
  expect(screen.getByText('ada@exämple.com')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'ada@exämple.com' }])
})

test('an invalid address is explained next to its field', async () => {
  const requests = stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  submit('ada')
  expect(await screen.findByText('Enter an email address such as ada@example.com.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('another email can be requested', async () => {
  const requests = stubServer({ [request]: accepted })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  await requestLink('ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  expect((await screen.findByText(/^Check your email, and your spam/)).closest('[role=status]')).toBeTruthy()
  expect(requests).toHaveLength(2)
})

test('a limit says how long to wait', async () => {
  stubServer({ [request]: createProblem('too-many-requests', 429, { retryAfterSeconds: 45 }) })
  renderPage(<PasswordResetCard />, { host: createRecordingHost().host })
  submit('ada@example.com')
  const sentence = 'Too many attempts. Try again in 45 seconds.'
  expect(await screen.findByText(sentence, { ignore: '[aria-hidden]' })).toBeTruthy()
})
