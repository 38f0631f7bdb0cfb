import { useHost } from '@portico/kit/contract/contract.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'
import { keepMessage, pageMessages, showKeptMessage, showMessage, showMessageHere } from './page-message.ts'

afterEach(() => {
  pageMessages.setState(null, true)
})

function LogoutPage() {
  const { session, showMessage } = useHost()
  const logOut = () => {
    showMessage?.('You’ve been logged out.')
    session.signOut()
  }
  return (
    <button type="button" onClick={logOut}>
      Log out
    </button>
  )
}

test('a message is announced on the page that opens next, and gone on the one after it', async () => {
  const site = openSite({
    at: '/logout',
    visitor: ada,
    load: (path) => (path === '/logout' ? LogoutPage : undefined),
  })
  const button = await screen.findByRole('button', { name: 'Log out' })
  const [region] = screen.getAllByRole('status')
  expect(region?.textContent).toBe('')
  await act(async () => fireEvent.click(button))
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  expect(region?.isConnected && region.textContent).toBe('You’ve been logged out.')
  expect(site.address()).toBe('/auth/login')
  await act(() => site.go('/'))
  await screen.findByRole('heading', { level: 1, name: 'HomePage' })
  expect(screen.queryByText('You’ve been logged out.')).toBeNull()
})

test('a message on the page that is opening is gone on the next one', async () => {
  showMessageHere('Your email is verified.')
  const site = openSite({ at: '/', visitor: ada })
  await screen.findByRole('heading', { level: 1, name: 'HomePage' })
  expect(screen.getByText('Your email is verified.').getAttribute('role')).toBe('status')
  await act(() => site.go('/secret'))
  await screen.findByRole('heading', { level: 1, name: 'Secret' })
  expect(screen.queryByText('Your email is verified.')).toBeNull()
})

test('a message that the next page shows is kept for it if that opens in a new document, and not again', () => {
  pageMessages.setState(null, true)
  showMessage('You’ve been logged out.')
  pageMessages.getState()?.shownOn.add('/logout')
  keepMessage(window)
  pageMessages.setState(null, true) // as in a new document
  showKeptMessage(window)
  expect(pageMessages.getState()?.text).toBe('You’ve been logged out.')
  pageMessages.getState()?.shownOn.add('/auth/login')
  keepMessage(window)
  pageMessages.setState(null, true)
  showKeptMessage(window)
  expect(pageMessages.getState()).toBeNull()
})
