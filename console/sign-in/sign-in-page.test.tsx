import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { setSession } from '../app/session-store.ts'
import { createSession } from '../testing/overview-apps.ts'
import { createProblem, stubServer } from '../testing/stub-server.ts'
import { SignInPage } from './sign-in-page.tsx'

beforeEach(() => setSession(null))

const methods = { 'GET /sign-in-methods': { body: { accounts: true } } }
const signedIn = { ...methods, 'POST /session': { body: createSession('read') } }

function Address() {
  const { pathname, search, hash } = useLocation()
  return <output>{pathname + search + hash}</output>
}

function open(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </MemoryRouter>,
  )
  return () => document.querySelector('output')?.textContent
}

test('a link signs in once, and its code leaves the address and the history', async () => {
  const requests = stubServer(signedIn)
  const getAddress = open('/sign-in?next=%2Flog#code=abc')
  await expect.poll(getAddress).toBe('/log')
  expect(requests.flatMap(({ body }) => body ?? [])).toEqual([{ code: 'abc' }])
})

test('a token signs in, and leads only to a page of the console', async () => {
  const requests = stubServer(signedIn)
  const getAddress = open('/sign-in?next=%2F%2Fevil.example')
  const form = screen.getByRole('form', { name: 'With a release token' })
  fireEvent.change(screen.getByLabelText('Release token'), { target: { value: 'a-token' } })
  fireEvent.submit(form)
  await expect.poll(getAddress).toBe('/')
  expect(requests.at(-1)?.body).toEqual({ token: 'a-token' })
})

test('a refused account says why', async () => {
  stubServer({
    ...methods,
    'POST /session': createProblem('sign-in-failed', 401, { title: 'Wrong username or password' }),
  })
  open('/sign-in')
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'anna' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
  fireEvent.submit(screen.getByRole('form', { name: 'With an account that has access' }))
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('Wrong username or password.')
})

test('without accounts, only a token signs in', async () => {
  const requests = stubServer({ 'GET /sign-in-methods': { body: { accounts: false } } })
  open('/sign-in')
  await act(async () => {})
  expect(requests).toHaveLength(1)
  expect(screen.getByLabelText('Release token')).toBeDefined()
  expect(screen.queryByLabelText('Username')).toBeNull()
})
