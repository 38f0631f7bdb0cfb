import { type Host, HostContext, type SearchProps } from '@portico/shared/contract/contract.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeHost } from '../testing/render-category.tsx'
import { SiteFinder } from './global-search.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const run = vi.fn()
const onChosen = vi.fn()
const host: Host = {
  ...fakeHost(null),
  pages: [
    { path: '/projects', access: 'private', title: 'Projects' },
    { path: '/projects/:name', access: 'private', title: 'Project' },
    { path: '/auth/login', access: 'auth', title: 'Login' },
  ],
  actions: [{ name: 'Use the dark theme', run }],
}

function Held({ place }: Pick<SearchProps, 'place'>) {
  const [text, setText] = useState('')
  return (
    <SiteFinder place={place} text={text} change={setText} onChosen={onChosen}>
      <p>All categories</p>
    </SiteFinder>
  )
}

function renderFinder(place: SearchProps['place'], address = '/api') {
  run.mockClear()
  onChosen.mockClear()
  return render(
    <MemoryRouter initialEntries={[address]}>
      <HostContext value={host}>
        <Held place={place} />
      </HostContext>
    </MemoryRouter>,
  )
}

const field = () => screen.getByRole('searchbox')
const found = () => [...document.querySelectorAll<HTMLElement>('[data-found]')]
async function type(text: string) {
  fireEvent.change(field(), { target: { value: text } })
  await screen.findByText(/results? for/)
}

test('endpoints of all categories are found, each a link to its row', async () => {
  renderFinder('page')
  await type('facebook')
  const [first] = within(screen.getByRole('list', { name: 'Endpoints' })).getAllByRole('link')
  expect(first?.textContent).toContain('Facebook video')
  expect(first?.getAttribute('href')).toBe('/api/download?row=fb')
})

test('variants name their row, and the reason is shown', async () => {
  renderFinder('dialog')
  await type('zen tokyo')
  const [first] = found()
  expect(first?.textContent).toBe('Zen Tokyo ZooRGB Text Effect · RGB text')
  expect(first?.getAttribute('href')).toBe('/api/rgb?row=rgb.381')
  await type('sticker')
  expect(found()[0]?.textContent).toContain('Matched alias')
})

test('the palette offers pages that can be gone to, and actions', async () => {
  renderFinder('dialog')
  expect(field()).toBe(document.activeElement)
  expect(found().map(({ textContent }) => textContent)).toEqual([
    'Projects/projects',
    'Use the dark themeaction',
  ])
  fireEvent.change(field(), { target: { value: 'dark th' } })
  expect(found()).toHaveLength(1)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(run).toHaveBeenCalledTimes(1)
  expect(onChosen).toHaveBeenCalledTimes(1)
})

test('a page shows its own content while nothing is looked for', async () => {
  renderFinder('page')
  expect(screen.getByText('All categories')).toBeTruthy()
  await type('gold')
  expect(screen.queryByText('All categories')).toBeNull()
})

test('filters of a page stand in its address', async () => {
  renderFinder('page', '/api?access=paid')
  await waitFor(() =>
    expect(found().map(({ textContent }) => textContent)).toEqual([
      'Twitter downloadDownload',
      'Latest news with full detailsNews',
      'ChatGPTEducation',
    ]),
  )
})

test('arrows go from the field to what was found and back, typing goes on in the field', async () => {
  renderFinder('dialog')
  await type('tiktok')
  act(() => field().focus())
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(found()[0])
  fireEvent.keyDown(found()[0] ?? field(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(found()[1])
  fireEvent.keyDown(found()[1] ?? field(), { key: 'ArrowUp' })
  fireEvent.keyDown(found()[0] ?? field(), { key: 'x' })
  expect(document.activeElement).toBe(field())
})

test('what has a part of the words is shown where nothing has all, and a way on where nothing is found', async () => {
  renderFinder('dialog')
  await type('qqqq')
  expect(screen.getByText(/^Say what goes in or comes out/)).toBeTruthy()
  fireEvent.change(field(), { target: { value: 'video from youtube' } })
  await screen.findByText(/^Nothing has all of “video from youtube”\. \d+ results with a part of it$/)
  expect(
    found()
      .map(({ textContent }) => textContent)
      .join(),
  ).toContain('YouTube download')
})

test('the curl line of what was found is copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderFinder('dialog')
  await type('facebook')
  fireEvent.click(screen.getByRole('button', { name: 'Copy curl of Facebook video' }))
  await screen.findByText('Copied the curl line of Facebook video')
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^curl .*code=fb/s))
})

test('many results come in parts', async () => {
  renderFinder('dialog')
  await type('text')
  expect(screen.getAllByRole('listitem')).toHaveLength(16)
  fireEvent.click(screen.getByRole('button', { name: /^Show more of / }))
  expect(screen.getAllByRole('listitem')).toHaveLength(64)
})
