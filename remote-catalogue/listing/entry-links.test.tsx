import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getEntryPath } from '../model/entry.ts'
import { renderCategory } from '../testing/render-category.tsx'
import { allEntries } from '../testing/search-index.ts'

const links = () => [...document.querySelectorAll<HTMLElement>('a[data-entry]')]
const link = (name: string) => screen.getByText(name, { selector: 'a[data-entry]' })
const focused = () => document.activeElement?.textContent

test('every row and every variant has an address of its own', () => {
  expect(new Set(allEntries.map(getEntryPath)).size).toBe(allEntries.length)
})

test('a press on a name opens the row in place, another one closes it', async () => {
  await renderCategory('/api/news')
  fireEvent.click(link('News article'))
  expect(link('News article').getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByRole('region', { name: 'News article' })).toBeTruthy()
  fireEvent.click(link('News article'))
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
})

test('closed rows are not in the page, and one is open at a time', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  await screen.findByRole('region', { name: 'News article' })
  fireEvent.click(link('News list'))
  await screen.findByRole('region', { name: 'News list' })
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
})

test('a press that asks the browser for a new tab is left to it', async () => {
  await renderCategory('/api/news')
  const isOurs = !fireEvent.click(link('News list'), { ctrlKey: true })
  expect(isOurs).toBe(false)
  expect(link('News list').getAttribute('href')).toBe('/api/news?row=esana_news_list')
})

test('an address opens a variant, unfolds its row and no more', async () => {
  await renderCategory('/api/attp_i', null, '?row=attp_i.110')
  expect(await screen.findByRole('region', { name: 'Mono sweep' })).toBeTruthy()
  expect(link('Mono sweep').getAttribute('aria-expanded')).toBe('true')
  expect(link('Animated text').getAttribute('aria-expanded')).toBe('false')
})

test('an address of a row that is not there says so', async () => {
  await renderCategory('/api/news', null, '?row=gone')
  expect(screen.getByText(/This category has no endpoint “gone”/)).toBeTruthy()
})

test('arrows, Home and End go from name to name', async () => {
  await renderCategory('/api/news')
  const names = links().map(({ textContent }) => textContent)
  act(() => links()[0]?.focus())
  const went = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return focused()
  })
  expect(went).toEqual([names[1], names[2], names[1], names.at(-1), names[0]])
})

test('Escape closes what is open and gives the focus back', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  const region = await screen.findByRole('region', { name: 'News article' })
  fireEvent.keyDown(region, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
  expect(focused()).toBe('News article')
})
