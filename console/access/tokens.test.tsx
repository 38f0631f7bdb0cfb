import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubServer } from '../testing/stub-server.ts'
import { Tokens } from './tokens.tsx'

test('a token is created with its scopes, and its secret is shown with a button that copies it', async () => {
  const token = { id: 't1', name: 'ci', scopes: ['read'], createdAt: 0, expiresAt: 1, lastUsedAt: null }
  const requests = stubServer({
    'GET /-/tokens': { body: { tokens: [token] } },
    'POST /-/tokens': { body: { ...token, secret: 'the-secret' } },
  })
  render(<Tokens />)
  await screen.findByRole('row', { name: /^ci/ })
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'ci-2' } })
  const scopes = screen.getByRole('textbox', { name: 'Scopes' })
  fireEvent.change(scopes, { target: { value: 'everything' } })
  fireEvent.submit(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create a token' }))
  await expect
    .poll(() => screen.getAllByRole('alert').at(-1)?.textContent)
    .toContain('scopes.0: expected read, admin,')
  fireEvent.change(scopes, { target: { value: 'read, rollback:*' } })
  fireEvent.submit(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create a token' }))
  await screen.findByText('the-secret')
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeDefined()
  expect(requests.at(-1)?.body).toEqual({ name: 'ci-2', scopes: ['read', 'rollback:*'], days: 90 })
})
