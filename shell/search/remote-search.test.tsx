import type { SearchProps } from '@portico/kit/contract/contract.ts'
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

// happy-dom's dialogs don't open.
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
})

function TestSearch({ query, onQueryChange, onSelect }: SearchProps) {
  return (
    <>
      <input aria-label="Find" value={query} onChange={({ target }) => onQueryChange(target.value)} />
      <button type="button" onClick={onSelect}>
        Choose
      </button>
    </>
  )
}

function Broken(): never {
  throw new Error('broken')
}

const loading = (Component: ComponentType<SearchProps>) => async () => ({ Component })
const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, { key: 'k', ...init })
const dialog = () => screen.queryByRole('dialog', { name: 'Search the site' })

test.each([{ ctrlKey: true }, { metaKey: true }])('%j and K open the command palette', async (init) => {
  openSite({ at: '/secret', visitor: ada, search: loading(TestSearch) })
  await screen.findByRole('heading', { name: 'Secret' })
  expect(press(init)).toBe(false) // the browser's own shortcut is prevented
  const field = await screen.findByLabelText('Find')
  fireEvent.change(field, { target: { value: 'gold' } })
  expect(screen.getByDisplayValue('gold')).toBeTruthy()
})

test('what is typed while the search loads is searched for', async () => {
  const loaded = Promise.withResolvers<void>()
  openSite({
    at: '/secret',
    visitor: ada,
    search: async () => {
      await loaded.promise
      return { Component: TestSearch }
    },
  })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  expect(dialog()?.querySelector('input, button'), 'what the browser focuses').toBe(field)
  fireEvent.change(field, { target: { value: 'gold' } })
  loaded.resolve()
  expect(await screen.findByLabelText('Find')).toHaveProperty('value', 'gold')
})

test('K alone or with other modifiers is left to the page', async () => {
  openSite({ at: '/secret', visitor: ada, search: loading(TestSearch) })
  await screen.findByRole('heading', { name: 'Secret' })
  for (const init of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }]) press(init)
  expect(dialog()).toBeNull()
})

test('selecting a result closes the dialog, and the next search starts empty', async () => {
  openSite({ at: '/secret', visitor: ada, search: loading(TestSearch) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  fireEvent.change(await screen.findByLabelText('Find'), { target: { value: 'gold' } })
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect(dialog()).toBeNull()
  press({ ctrlKey: true })
  expect((await screen.findByLabelText('Find')).getAttribute('value')).toBe('')
})

test('the header has a search button that names the shortcut', async () => {
  openSite({ at: '/secret', visitor: ada, search: loading(TestSearch) })
  const button = await screen.findByRole('button', { name: 'Search the site' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K')
  fireEvent.click(button)
  expect(await screen.findByLabelText('Find')).toBeTruthy()
})

test('a visitor who may not open a searchable page has no command palette', async () => {
  openSite({ at: '/', visitor: null, search: loading(TestSearch) })
  await screen.findByRole('heading', { name: 'HomePage' })
  expect(screen.queryByRole('button', { name: 'Search the site' })).toBeNull()
  expect(press({ ctrlKey: true })).toBe(true)
  expect(dialog()).toBeNull()
})

test('without a search there is no command palette', async () => {
  openSite({ at: '/secret', visitor: ada })
  await screen.findByRole('heading', { name: 'Secret' })
  expect(press({ ctrlKey: true })).toBe(true)
  expect(dialog()).toBeNull()
})

test('a search that fails to load shows its owner, and Retry loads it again', async () => {
  const load = vi.fn(async (attempt: number) => {
    if (attempt === 1) throw Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' })
    return { Component: TestSearch }
  })
  openSite({ at: '/secret', visitor: ada, search: load })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain(
    "Search couldn't load. Owner: New team. The rest of the site still works.",
  )
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Find')).toBeTruthy()
  expect(load.mock.calls).toEqual([[1], [2]])
})

test('a search that throws while rendering shows an alert', async () => {
  const { caught } = openSite({ at: '/secret', visitor: ada, search: loading(Broken) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('Search stopped working.')
  expect(caught).toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: 'Secret' })).toBeTruthy()
})

test('a search of the wrong shape is incompatible', async () => {
  openSite({ at: '/secret', visitor: ada, search: async () => ({ Component: 'no' }) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain(
    "isn't compatible with this version of the site",
  )
})
