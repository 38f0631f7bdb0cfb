import { type Host, HostContext } from '@portico/kit/contract/contract.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { favourites } from '../favourites/favourites.ts'
import { history } from '../favourites/history.ts'
import { createCatalogueHost } from '../testing/render-category.tsx'
import { PaletteSearch } from './palette-search.tsx'

afterEach(() => {
  favourites.write([])
  history.write([])
  vi.unstubAllGlobals()
})

const run = vi.fn()
const onSelect = vi.fn()
const host: Host = {
  ...createCatalogueHost(null),
  pages: [
    { path: '/profile/update', access: 'private', title: 'Update profile' },
    { path: '/', access: 'open', title: 'HomePage' },
    { path: '/home', access: 'open', title: 'HomePage' },
    { path: '/projects', access: 'private', title: 'Projects' },
    { path: '/projects/:name', access: 'private', title: 'Project' },
    { path: '/auth/login', access: 'auth', title: 'Login' },
  ],
  actions: [
    { name: 'Use the dark theme', run },
    { name: 'Log out', keywords: ['logout', 'sign out'], run },
  ],
  loadDestinations: async () => [{ name: 'Sample bot', path: '/projects/sample-bot', keywords: ['chat'] }],
}

function Palette() {
  const [text, setText] = useState('')
  return <PaletteSearch query={text} onQueryChange={setText} onSelect={onSelect} />
}

function renderSearch(search: ReactNode = <Palette />) {
  run.mockClear()
  onSelect.mockClear()
  return render(
    <MemoryRouter initialEntries={['/projects']}>
      <HostContext value={host}>{search}</HostContext>
    </MemoryRouter>,
  )
}

const getField = () => screen.getByRole('searchbox')
const getResults = () => [...document.querySelectorAll<HTMLElement>('[data-result]')]
const getTexts = () => getResults().map(({ textContent }) => textContent)
async function type(text: string) {
  fireEvent.change(getField(), { target: { value: text } })
  await screen.findByText(/results? for/)
}

test('the search finds endpoints of every category and links to their rows', async () => {
  renderSearch()
  await type('facebook')
  const [first] = within(screen.getByRole('list', { name: 'Endpoints' })).getAllByRole('link')
  expect(first?.textContent).toContain('Facebook video')
  expect(first?.getAttribute('href')).toBe('/api/download?row=fb')
})

test('a variant names its row, and a match outside the name is explained', async () => {
  renderSearch()
  await type('zen tokyo')
  const [first] = getResults()
  expect(first?.textContent).toBe('Zen Tokyo ZooRGB Text Effect · RGB text')
  expect(first?.getAttribute('href')).toBe('/api/rgb?row=rgb.381')
  await type('sticker')
  expect(getResults()[0]?.textContent).toContain('Matches alias')
})

test('the palette offers actions, the pages a visitor can open (main pages first), and what other remotes offer', async () => {
  renderSearch()
  expect(getField()).toBe(document.activeElement)
  await screen.findByText('Sample bot')
  expect(getTexts()).toEqual([
    'HomePage/',
    'Projects/projects',
    'Update profile/profile/update',
    'Sample bot/projects/sample-bot',
    'Use the dark themeaction',
    'Log outaction',
  ])
  fireEvent.change(getField(), { target: { value: 'dark th' } })
  expect(getTexts()).toEqual(['Use the dark themeaction'])
  fireEvent.keyDown(getField(), { key: 'Enter' })
  expect(run).toHaveBeenCalledTimes(1)
  expect(onSelect).toHaveBeenCalledTimes(1)
})

test('pages with the same title leave nothing behind when the results change', async () => {
  renderSearch()
  await type('home')
  await type('dark')
  expect(getTexts()[0]).toBe('Use the dark themeaction')
  expect(screen.queryByText('HomePage')).toBeNull()
})

test.each([
  ['log out', 'Log outaction'],
  ['logout', 'Log outaction'],
  ['sign out', 'Log outaction'],
  ['chat bot', 'Sample bot/projects/sample-bot'],
])('%s finds %s', async (text, result) => {
  renderSearch()
  await screen.findByText('Sample bot')
  await type(text)
  expect(getTexts()[0]).toBe(result)
})

test('the number of results includes pages and actions', async () => {
  renderSearch()
  await type('dark theme')
  expect(screen.getByText('1 result for “dark theme”')).toBeTruthy()
})

test('recent and favourite entries come first, each once', async () => {
  const used = { path: '/api/news', id: 'esana_news', name: 'News article' }
  const marked = { path: '/api/download', id: 'fb', name: 'Facebook video' }
  favourites.write([used, marked])
  history.write([{ ...used, values: {}, status: 200, at: 1 }])
  renderSearch()
  expect(getTexts().slice(0, 3)).toEqual([
    'News article/api/news?row=esana_news',
    'Facebook video/api/download?row=fb',
    'HomePage/',
  ])
  await type('facebook')
  expect(screen.queryByRole('list', { name: 'Favourites' })).toBeNull()
})

test('arrow keys move between the field and the results, and typing continues in the field', async () => {
  renderSearch()
  await type('tiktok')
  act(() => getField().focus())
  fireEvent.keyDown(getField(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(getResults()[0])
  fireEvent.keyDown(getResults()[0] ?? getField(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(getResults()[1])
  fireEvent.keyDown(getResults()[1] ?? getField(), { key: 'ArrowUp' })
  fireEvent.keyDown(getResults()[0] ?? getField(), { key: 'x' })
  expect(document.activeElement).toBe(getField())
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'keys of an input method open nothing: %o',
  async (composition) => {
    renderSearch()
    await type('dark theme')
    act(() => getField().focus())
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(getField(), { key, ...composition })
    expect(document.activeElement).toBe(getField())
    expect(onSelect).not.toHaveBeenCalled()
  },
)

test('partial matches are shown when nothing matches exactly, and a hint when nothing matches at all', async () => {
  renderSearch()
  await type('qqqq')
  expect(screen.getByText(/^Try what you have or what you want/)).toBeTruthy()
  fireEvent.change(getField(), { target: { value: 'gold balloon' } })
  await screen.findByText(/^No exact match for “gold balloon”\. \d+ partial matches\.$/)
  const text = getResults()
    .map(({ textContent }) => textContent)
    .join()
  expect(text).toContain('Glass and balloon')
})

test('the curl command for a result can be copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderSearch()
  await type('facebook')
  fireEvent.click(screen.getByRole('button', { name: 'Copy curl for Facebook video' }))
  await screen.findByText('Copied the curl command for Facebook video')
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^curl .*code=fb/s))
})

test('a row shows its best variants, and all of them on request', async () => {
  renderSearch()
  await type('gold')
  const getVariants = () => screen.getAllByText(/· Metal and gold$/)
  expect(getVariants()).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: /^Show all \d+ variants of Metal and gold$/ }))
  expect(screen.queryByRole('button', { name: /^Show all \d+ variants of Metal and gold$/ })).toBeNull()
  expect(getVariants().length).toBeGreaterThan(3)
  await waitFor(() => expect(document.activeElement).toBe(getVariants()[3]?.closest('a')))
})

test('many results are shown a page at a time', async () => {
  renderSearch()
  await type('image')
  expect(screen.getAllByRole('listitem')).toHaveLength(16)
  fireEvent.click(screen.getByRole('button', { name: /^Show more of / }))
  expect(screen.getAllByRole('listitem')).toHaveLength(64)
})
