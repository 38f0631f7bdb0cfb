import type { SearchProps } from '@portico/kit/contract/contract.ts'
import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from '@portico/protocol/shortcuts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

// happy-dom's dialogs don't open.
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
  setSingleKeyShortcuts(true)
})

function TestSearch({ query }: SearchProps) {
  return <input type="search" aria-label="Find" defaultValue={query} />
}

function PageWithFields() {
  return (
    <>
      <h1 tabIndex={-1}>Secret</h1>
      <input type="search" aria-label="Search this page" defaultValue="gold" />
      <input type="checkbox" aria-label="Filter" />
      <textarea aria-label="Message" />
      <select aria-label="Choice" />
    </>
  )
}

async function openPage(Page = PageWithFields) {
  const search = async () => ({ Component: TestSearch })
  openSite({ at: '/secret', visitor: ada, load: () => Page, search })
  await screen.findByRole('heading', { name: 'Secret' })
}

/** Presses a key; returns whether the page handled it. */
const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key, ...init })

test('/ focuses the search field of the page and selects its text', async () => {
  await openPage()
  const field = screen.getByLabelText<HTMLInputElement>('Search this page')
  expect(press('/')).toBe(true)
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
})

test('/ opens the command palette where the page has no search field', async () => {
  await openPage(() => <h1 tabIndex={-1}>Secret</h1>)
  expect(press('/')).toBe(true)
  expect((await screen.findByLabelText('Find')).getAttribute('value')).toBe('')
})

test.each([
  ['K', 'KeyK', true],
  ['л', 'KeyK', true],
  ['k', 'KeyV', true],
  ['t', 'KeyK', false],
])('Ctrl and the key %s at %s open the command palette: %s', async (key, code, opens) => {
  await openPage()
  expect(press(key, { code, ctrlKey: true })).toBe(opens)
})

const getShortcuts = () => screen.getAllByRole('definition').map((action) => action.textContent)

test('? lists the shortcuts', async () => {
  await openPage()
  expect(press('?', { shiftKey: true })).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Keyboard shortcuts' }))
  expect(getShortcuts()).toContain('Search the site')
})

test('the command palette leads to the shortcuts', async () => {
  await openPage(() => <h1 tabIndex={-1}>Secret</h1>)
  press('/')
  fireEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
  await screen.findByRole('heading', { name: 'Keyboard shortcuts' })
  expect(screen.queryByLabelText('Find')).toBeNull()
})

test('a visitor without the command palette sees the available shortcuts, and how to get the others', async () => {
  openSite({ at: '/', visitor: null })
  await screen.findByRole('heading', { name: 'HomePage' })
  expect(press('/')).toBe(false)
  expect(press('?')).toBe(true)
  expect(getShortcuts()).toEqual(['Show the keyboard shortcuts', 'Clear the search, or close the dialog'])
  expect(screen.getByText('Log in to search the site with the keyboard.')).toBeTruthy()
})

test('shortcuts of a single key can be turned off on this device', async () => {
  await openPage()
  press('?')
  const setting = screen.getByRole('checkbox', { name: 'Enable the / and ? shortcuts' })
  fireEvent.click(setting)
  expect(hasSingleKeyShortcuts()).toBe(false)
  fireEvent.click(setting)
  expect(hasSingleKeyShortcuts()).toBe(true)
})

test('other keys are left to the page', async () => {
  await openPage()
  expect(press('k')).toBe(false)
})

test.each(['Search this page', 'Message', 'Choice'])(
  'typing in the field "%s" is no shortcut',
  async (name) => {
    await openPage()
    for (const key of ['/', '?']) expect(press(key, {}, screen.getByLabelText(name))).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('on a checkbox, which nothing is typed into, the shortcuts work', async () => {
  await openPage()
  expect(press('?', {}, screen.getByLabelText('Filter'))).toBe(true)
})

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'with %j the keys are left to the browser',
  async (init) => {
    await openPage()
    expect([press('/', init), press('?', init)]).toEqual([false, false])
  },
)

test('while a dialog is open, the page behind it has no shortcuts', async () => {
  await openPage()
  press('?')
  expect(press('/', {}, screen.getByRole('button', { name: 'Close' }))).toBe(false)
})

test('once they are turned off, the keys do nothing', async () => {
  setSingleKeyShortcuts(false)
  await openPage()
  expect([press('/'), press('?')]).toEqual([false, false])
})
