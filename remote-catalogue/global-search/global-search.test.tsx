import { type Host, HostContext } from '@portico/shared/contract/contract.ts'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createCatalogueHost } from '../testing/render-category.tsx'
import { PaletteSearch } from './palette-search.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const run = vi.fn()
const onSelect = vi.fn()
const host: Host = {
  ...createCatalogueHost(null),
  pages: [
    { path: '/projects', access: 'private', title: 'Projects' },
    { path: '/projects/:name', access: 'private', title: 'Project' },
    { path: '/auth/login', access: 'auth', title: 'Login' },
  ],
  actions: [{ name: 'Use the dark theme', run }],
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

test('the palette offers actions and the pages a visitor can open', async () => {
  renderSearch()
  expect(getField()).toBe(document.activeElement)
  expect(getResults().map(({ textContent }) => textContent)).toEqual([
    'Projects/projects',
    'Use the dark themeaction',
  ])
  fireEvent.change(getField(), { target: { value: 'dark th' } })
  expect(getResults()).toHaveLength(1)
  fireEvent.keyDown(getField(), { key: 'Enter' })
  expect(run).toHaveBeenCalledTimes(1)
  expect(onSelect).toHaveBeenCalledTimes(1)
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

test('many results are shown a page at a time', async () => {
  renderSearch()
  await type('font')
  expect(screen.getAllByRole('listitem')).toHaveLength(16)
  fireEvent.click(screen.getByRole('button', { name: /^Show more of / }))
  expect(screen.getAllByRole('listitem')).toHaveLength(64)
})
