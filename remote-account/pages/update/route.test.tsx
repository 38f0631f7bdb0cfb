import { renderPage } from '@portico/kit/testing/host.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, createRecordingHost } from '../../testing/host.tsx'
import { createProblem, stubServer } from '../../testing/server.ts'
import { Component as UpdatePage } from './route.tsx'

const profile = 'GET /-/account/profile'
const update = 'POST /-/account/update'
const password = 'POST /-/account/password'

function createProfile(username = 'ada', hasPassword = true) {
  const createdAt = '2026-01-02T12:00:00.000Z'
  return {
    body: {
      visitor: { ...adaOnServer, username },
      profile: { name: 'Ada Lovelace', hasPassword, createdAt },
    },
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const fill = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('name and username are filled in, and saving hands the new username to the shell', async () => {
  const { host, events } = createRecordingHost(ada)
  const requests = stubServer({ [profile]: createProfile(), [update]: createProfile('countess') })
  renderPage(<UpdatePage />, { host })
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Ada Lovelace')
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  fill('Username', 'countess')
  press('Save')
  expect((await screen.findByText('Profile saved.')).closest('[role=status]')).toBeTruthy()
  expect(events).toEqual([{ ...ada, username: 'countess' }])
  expect(requests.at(-1)?.body).toEqual({ name: 'Ada Lovelace', username: 'countess' })
})

test('a taken username is explained next to its field, which keeps its value', async () => {
  const { host, events } = createRecordingHost(ada)
  stubServer({
    [profile]: createProfile(),
    [update]: createProblem('username-taken', 409, { fields: { username: 'This username is taken.' } }),
  })
  renderPage(<UpdatePage />, { host })
  await screen.findByLabelText('Username')
  fill('Username', 'grace')
  press('Save')
  expect(await screen.findByText('This username is taken.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('grace')
  expect(events).toEqual([])
})

test('a visitor who knows the password can change it, and the fields are emptied', async () => {
  const requests = stubServer({ [profile]: createProfile(), [password]: { body: { visitor: adaOnServer } } })
  renderPage(<UpdatePage />, { host: createRecordingHost(ada).host })
  await screen.findByLabelText('Current password')
  fill('Current password', 'correct horse')
  fill('New password', 'new horse battery')
  press('Change password')
  expect(await screen.findByText(/^Password changed\./)).toBeTruthy()
  expect(requests.at(-1)?.body).toEqual({
    currentPassword: 'correct horse',
    newPassword: 'new horse battery',
  })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('a wrong current password is explained next to its field', async () => {
  stubServer({
    [profile]: createProfile(),
    [password]: createProblem('password-incorrect', 403, { fields: { currentPassword: 'Wrong password.' } }),
  })
  renderPage(<UpdatePage />, { host: createRecordingHost(ada).host })
  await screen.findByLabelText('Current password')
  fill('Current password', 'wrong horse')
  fill('New password', 'new horse battery')
  press('Change password')
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
})

test('a session that has ended is explained, with a button to log in again', async () => {
  const { host, events } = createRecordingHost(ada)
  stubServer({ [profile]: createProfile(), [update]: createProblem('not-signed-in', 401) })
  renderPage(<UpdatePage />, { host })
  await screen.findByLabelText('Username')
  press('Save')
  fireEvent.click(await screen.findByRole('button', { name: 'Log in again' }))
  expect(events).toEqual(['signed out'])
})

test('a visitor from a provider is emailed a link that sets a first password', async () => {
  const { host, events } = createRecordingHost(ada)
  const requests = stubServer({
    [profile]: createProfile('ada', false),
    'POST /-/account/reset/request': { status: 202, body: { accepted: true } },
  })
  renderPage(<UpdatePage />, { host })
  fireEvent.click(await screen.findByRole('button', { name: 'Send a link' }))
  expect(
    (await screen.findByText(/^We’ve sent a link to ada@example\.com\./)).closest('[role=status]'),
  ).toBeTruthy()
  expect(requests.slice(1).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }])
  expect(events).toEqual([])
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBe(null)
})

test('a visitor who knows the password can delete the account', async () => {
  const { host, events } = createRecordingHost(ada)
  const requests = stubServer({
    [profile]: createProfile(),
    'POST /-/account/delete': { body: { visitor: null } },
  })
  renderPage(<UpdatePage />, { host })
  fireEvent.click(await screen.findByText('Delete ada permanently'))
  press('Delete account')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  fill('Password', 'correct horse')
  press('Delete account')
  await waitFor(() => expect(events).toEqual(['Your account was deleted.', 'signed out', 'navigated to /']))
  expect(requests.at(-1)?.body).toEqual({ password: 'correct horse' })
})

test('the focus moves to the heading when a retry has worked and its button is gone', async () => {
  let isOffline = true
  stubServer({ [profile]: () => (isOffline ? new TypeError('Failed to fetch') : createProfile()) })
  renderPage(<UpdatePage />, { host: createRecordingHost(ada).host })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  retry.focus()
  isOffline = false
  fireEvent.click(retry)
  await screen.findByLabelText('Username')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('changes are unsaved until they are saved or undone, and only then', async () => {
  const { host, unsaved } = createRecordingHost(ada)
  stubServer({ [profile]: createProfile(), [update]: createProfile('countess') })
  renderPage(<UpdatePage />, { host })
  await screen.findByLabelText('Username')
  expect(unsaved).toEqual([])
  fill('Username', 'countess')
  expect(unsaved.at(-1)).toBe(true)
  fill('Username', 'ada')
  expect(unsaved.at(-1)).toBe(false)
  fill('Username', 'countess')
  press('Save')
  await screen.findByText('Profile saved.')
  expect(unsaved.at(-1)).toBe(false)
  fill('Username', 'ada')
  expect(unsaved.at(-1)).toBe(true)
})

test('changes that the server rejected stay unsaved, and none are once the form is gone', async () => {
  const { host, unsaved } = createRecordingHost(ada)
  stubServer({
    [profile]: createProfile(),
    [update]: createProblem('username-taken', 409, { fields: { username: 'This username is taken.' } }),
  })
  renderPage(<UpdatePage />, { host })
  await screen.findByLabelText('Username')
  fill('Username', 'grace')
  press('Save')
  await screen.findByText('This username is taken.')
  expect(unsaved.at(-1)).toBe(true)
  cleanup()
  expect(unsaved.at(-1)).toBe(false)
})

test('a deleted account leaves no unsaved changes', async () => {
  const { host, events, unsaved } = createRecordingHost(ada)
  stubServer({ [profile]: createProfile(), 'POST /-/account/delete': { body: { visitor: null } } })
  renderPage(<UpdatePage />, { host })
  fireEvent.click(await screen.findByText('Delete ada permanently'))
  fill('Username', 'countess')
  fill('Password', 'correct horse')
  press('Delete account')
  await waitFor(() => expect(events.at(-1)).toBe('navigated to /'))
  expect(unsaved.at(-1)).toBe(false)
})
