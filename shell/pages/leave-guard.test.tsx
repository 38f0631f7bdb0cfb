import { useHost } from '@portico/kit/contract/contract.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'
import { setUnsavedChanges } from './unsaved-changes.ts'

beforeEach(() => setUnsavedChanges(false))

function SecretPage() {
  const { setUnsavedChanges } = useHost()
  return (
    <>
      <h1 tabIndex={-1}>Secret</h1>
      <button type="button" onClick={() => setUnsavedChanges?.(true)}>
        Type
      </button>
      <button type="button" onClick={() => setUnsavedChanges?.(false)}>
        Save
      </button>
    </>
  )
}

async function openSecret(at = '/secret') {
  const site = openSite({
    at,
    visitor: ada,
    load: (path) => (path === '/secret' ? SecretPage : undefined),
  })
  if (at !== '/secret') {
    await screen.findByRole('heading', { name: 'HomePage' })
    await act(() => site.go('/secret'))
  }
  await screen.findByRole('heading', { name: 'Secret' })
  return site
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const dialog = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })
const isUnloadBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a visitor with unsaved changes is asked before they leave the page, and may stay', async () => {
  const site = await openSecret()
  await press('Type')
  await act(() => site.go('/'))
  expect(dialog()?.textContent).toContain('Your changes on this page will be lost.')
  await press('Keep editing')
  expect(dialog()).toBeNull()
  expect(site.address()).toBe('/secret')
})

test('a visitor who moves on before the browser reports that the dialog is closed is asked again', async () => {
  const site = await openSecret()
  await press('Type')
  await act(() => site.go('/'))
  const first = screen.getByRole<HTMLDialogElement>('dialog')
  first.removeAttribute('open') // the browser closes it, and says so in a later task
  await act(() => site.go('/'))
  await act(async () => first.dispatchEvent(new Event('close')))
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
})

test('a visitor with unsaved changes may leave', async () => {
  const site = await openSecret()
  await press('Type')
  await act(() => site.go('/'))
  await press('Leave')
  await screen.findByRole('heading', { name: 'HomePage' })
  expect(dialog()).toBeNull()
  expect(site.address()).toBe('/')
})

test('a visitor who goes back with unsaved changes is asked while the page and its address stay', async () => {
  const site = await openSecret('/')
  await press('Type')
  await act(() => site.goBack())
  await waitFor(() => expect(site.address()).toBe('/secret'))
  expect(dialog()).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Secret' })).toBeDefined()
  await press('Keep editing')
  expect(dialog()).toBeNull()
  await act(() => site.goBack())
  await waitFor(() => expect(dialog()).not.toBeNull())
  await press('Leave')
  await screen.findByRole('heading', { name: 'HomePage' })
  expect(dialog()).toBeNull()
  expect(site.address()).toBe('/')
})

test('the question is gone once the changes are saved, and does not come back with the next ones', async () => {
  const site = await openSecret()
  await press('Type')
  await act(() => site.go('/'))
  expect(dialog()).not.toBeNull()
  await press('Save')
  expect(dialog()).toBeNull()
  await press('Type')
  expect(dialog()).toBeNull()
})

test('nobody is asked without changes, once they are saved, or on the same page', async () => {
  const site = await openSecret()
  expect(isUnloadBlocked()).toBe(false)
  await press('Type')
  expect(isUnloadBlocked()).toBe(true)
  await act(() => site.go('/secret?a=b#c'))
  expect(dialog()).toBeNull()
  await press('Save')
  expect(isUnloadBlocked()).toBe(false)
  await act(() => site.go('/'))
  await screen.findByRole('heading', { name: 'HomePage' })
})

test('once unsaved changes are given up, the browser asks no more', async () => {
  await openSecret()
  await press('Type')
  expect(isUnloadBlocked()).toBe(true)
  setUnsavedChanges(false) // React has not rendered it yet
  expect(isUnloadBlocked()).toBe(false)
})

test('a visitor who is signed out is not asked', async () => {
  const site = await openSecret()
  await press('Type')
  await act(async () => site.session.signOut())
  await screen.findByRole('heading', { name: 'Login' })
  expect(dialog()).toBeNull()
})
