import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, adaOnServer, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { UpdatePage } from './update-page.tsx'

const profile = 'GET /-/account/profile'
const update = 'POST /-/account/update'
const password = 'POST /-/account/password'

function known(username = 'ada', hasPassword = true) {
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

test('name and username come filled in; saving tells the shell the new name', async () => {
  const { host, facts } = fakeHost(ada)
  const calls = fakeServer({ [profile]: known(), [update]: known('countess') })
  renderPage(UpdatePage, host)
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Ada Lovelace')
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  fill('Username', 'countess')
  press('Save')
  expect((await screen.findByText('Your profile is saved.')).closest('[role=status]')).toBeTruthy()
  expect(facts).toEqual([{ ...ada, username: 'countess' }])
  expect(calls.at(-1)?.body).toEqual({ name: 'Ada Lovelace', username: 'countess' })
})

test('a username that is taken is told beside its field, and what was entered stays', async () => {
  const { host, facts } = fakeHost(ada)
  fakeServer({
    [profile]: known(),
    [update]: problem('username-taken', 409, { fields: { username: 'This username is taken.' } }),
  })
  renderPage(UpdatePage, host)
  await screen.findByLabelText('Username')
  fill('Username', 'grace')
  press('Save')
  expect(await screen.findByText('This username is taken.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('grace')
  expect(facts).toEqual([])
})

test('the password is changed by whoever knows it, and the fields are empty afterwards', async () => {
  const calls = fakeServer({ [profile]: known(), [password]: { body: { visitor: adaOnServer } } })
  renderPage(UpdatePage, fakeHost(ada).host)
  await screen.findByLabelText('Current password')
  fill('Current password', 'correct horse')
  fill('New password', 'new horse battery')
  press('Change password')
  expect(await screen.findByText(/^Your password is changed\./)).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ currentPassword: 'correct horse', newPassword: 'new horse battery' })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('a wrong current password is told beside its field', async () => {
  fakeServer({
    [profile]: known(),
    [password]: problem('password-incorrect', 403, {
      fields: { currentPassword: 'This is not your password.' },
    }),
  })
  renderPage(UpdatePage, fakeHost(ada).host)
  await screen.findByLabelText('Current password')
  fill('Current password', 'wrong horse')
  fill('New password', 'new horse battery')
  press('Change password')
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
})

test('a session that has ended meanwhile is said, and the way back is the login', async () => {
  const { host, facts } = fakeHost(ada)
  fakeServer({ [profile]: known(), [update]: problem('not-signed-in', 401) })
  renderPage(UpdatePage, host)
  await screen.findByLabelText('Username')
  press('Save')
  fireEvent.click(await screen.findByRole('button', { name: 'Log in again' }))
  expect(facts).toEqual(['signed out'])
})

test("a provider's visitor sets a first password by a code, and logs in again", async () => {
  const { host, facts } = fakeHost(ada)
  const calls = fakeServer({
    [profile]: known('ada', false),
    'POST /-/account/reset/request': { status: 202, body: { accepted: true } },
    'POST /-/account/reset': { body: { visitor: null } },
  })
  renderPage(UpdatePage, host)
  fireEvent.click(await screen.findByRole('button', { name: 'Send a code' }))
  await screen.findByLabelText('Verification code')
  fill('Verification code', '123456')
  fill('New password', 'new horse battery')
  press('Set password')
  await waitFor(() => expect(facts).toEqual(['signed out']))
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com' },
    { email: 'ada@example.com', code: '123456', newPassword: 'new horse battery' },
  ])
  expect(screen.queryByRole('button', { name: 'Delete the account' })).toBe(null)
})

test('an account is deleted by whoever knows its password', async () => {
  const { host, facts } = fakeHost(ada)
  const calls = fakeServer({ [profile]: known(), 'POST /-/account/delete': { body: { visitor: null } } })
  renderPage(UpdatePage, host)
  fireEvent.click(await screen.findByText('Delete ada for good'))
  press('Delete the account')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  fill('Password', 'correct horse')
  press('Delete the account')
  await waitFor(() => expect(facts).toEqual(['signed out', 'to /']))
  expect(calls.at(-1)?.body).toEqual({ password: 'correct horse' })
})
