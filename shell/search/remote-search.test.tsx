import type { SearchProps } from '@portico/shared/contract/contract.ts'
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

// happy-dom does not know what a dialog does.
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
})

function Finder({ place, text, change, onChosen }: SearchProps) {
  return (
    <>
      <input aria-label={`Find in ${place}`} value={text} onChange={({ target }) => change(target.value)} />
      <button type="button" onClick={onChosen}>
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

test.each([{ ctrlKey: true }, { metaKey: true }])('%j and K open the finder in a dialog', async (init) => {
  openSite({ at: '/secret', visitor: ada, finder: loading(Finder) })
  await screen.findByRole('heading', { name: 'Secret' })
  expect(press(init)).toBe(false) // the browser's own search stays away
  const field = await screen.findByLabelText('Find in dialog')
  fireEvent.change(field, { target: { value: 'gold' } })
  expect(screen.getByDisplayValue('gold')).toBeTruthy()
})

test('K alone, or with other keys, is left to the page', async () => {
  openSite({ at: '/secret', visitor: ada, finder: loading(Finder) })
  await screen.findByRole('heading', { name: 'Secret' })
  for (const init of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }]) press(init)
  expect(dialog()).toBeNull()
})

test('a choice closes the dialog, and the next one begins anew', async () => {
  openSite({ at: '/secret', visitor: ada, finder: loading(Finder) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  fireEvent.change(await screen.findByLabelText('Find in dialog'), { target: { value: 'gold' } })
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect(dialog()).toBeNull()
  press({ ctrlKey: true })
  expect((await screen.findByLabelText('Find in dialog')).getAttribute('value')).toBe('')
})

test('the header has a button for it, which tells the keys', async () => {
  openSite({ at: '/secret', visitor: ada, finder: loading(Finder) })
  const button = await screen.findByRole('button', { name: 'Search the site' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K')
  fireEvent.click(button)
  expect(await screen.findByLabelText('Find in dialog')).toBeTruthy()
})

test('who may not see what is found has no palette', async () => {
  openSite({ at: '/', visitor: null, finder: loading(Finder) })
  await screen.findByRole('heading', { name: 'HomePage' })
  expect(screen.queryByRole('button', { name: 'Search the site' })).toBeNull()
  expect(press({ ctrlKey: true })).toBe(true)
  expect(dialog()).toBeNull()
})

test('without a finder there is no palette', async () => {
  openSite({ at: '/secret', visitor: ada })
  await screen.findByRole('heading', { name: 'Secret' })
  expect(press({ ctrlKey: true })).toBe(true)
  expect(dialog()).toBeNull()
})

test('a finder that does not arrive is named in the dialog, and Retry tries again', async () => {
  const load = vi.fn(async (attempt: number) => {
    if (attempt === 1) throw Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' })
    return { Component: Finder }
  })
  openSite({ at: '/secret', visitor: ada, finder: load })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The search belongs to the part new of the New team.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Find in dialog')).toBeTruthy()
  expect(load.mock.calls).toEqual([[1], [2]])
})

test('a finder that breaks while it is drawn is a state, too', async () => {
  const { caught } = openSite({ at: '/secret', visitor: ada, finder: loading(Broken) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('broke while it was drawn')
  expect(caught).toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: 'Secret' })).toBeTruthy()
})

test('a finder of the wrong shape does not fit', async () => {
  openSite({ at: '/secret', visitor: ada, finder: async () => ({ Component: 'no' }) })
  await screen.findByRole('heading', { name: 'Secret' })
  press({ ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('does not fit this version of the site')
})
