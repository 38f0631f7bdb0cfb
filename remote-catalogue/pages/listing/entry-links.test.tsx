import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getEntryPath } from '../../model/entry.ts'
import { getTableRow, renderCategory } from '../../testing/render-category.tsx'
import { allEntries } from '../../testing/search-index.ts'

const getLinks = () => [...document.querySelectorAll<HTMLElement>('[data-entry]')]
const getLink = (name: string) => screen.getByText(name, { selector: '[data-entry]' })
const isOpen = (name: string) => getLink(name).closest('details')?.open
const getFocusedText = () => document.activeElement?.textContent

test('every row and every variant has its own URL', () => {
  expect(new Set(allEntries.map(getEntryPath)).size).toBe(allEntries.length)
})

test('clicking a name opens the details in place, clicking again closes them', async () => {
  await renderCategory('/api/news')
  fireEvent.click(getLink('News article'))
  expect(isOpen('News article')).toBe(true)
  expect(await screen.findByRole('region', { name: 'News article' })).toBeTruthy()
  fireEvent.click(getLink('News article'))
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
})

test('a click anywhere in a row opens its details', async () => {
  await renderCategory('/api/news')
  fireEvent.click(within(getTableRow('News article')).getByText(/^Returns one news article/))
  expect(isOpen('News article')).toBe(true)
  expect(getFocusedText()).toBe('News article')
})

test('a click on a control of a row does not open it', async () => {
  await renderCategory('/api/news')
  const row = within(getTableRow('News list'))
  fireEvent.click(row.getByText('Note'))
  fireEvent.click(row.getByRole('button', { name: /^Copy the request/ }))
  expect(isOpen('News list')).toBe(false)
})

test('selecting text in a row does not open it', async () => {
  await renderCategory('/api/news')
  const text = within(getTableRow('News article')).getByText(/^Returns one news article/)
  getSelection()?.selectAllChildren(text)
  fireEvent.click(text)
  getSelection()?.removeAllRanges()
  fireEvent.click(text, { detail: 2 })
  expect(isOpen('News article')).toBe(false)
})

test('Try it opens the row with its try-it panel and moves the focus there', async () => {
  await renderCategory('/api/news')
  fireEvent.click(screen.getByRole('link', { name: 'Try it: News article' }))
  expect(await screen.findByLabelText('Your API key')).toBeTruthy()
  expect(getFocusedText()).toBe('Try it')
  act(() => getLink('News article').focus())
  fireEvent.click(screen.getByRole('link', { name: 'Try it: News article' }))
  expect(getFocusedText()).toBe('Try it')
  expect(isOpen('News article')).toBe(true)
})

test('a row opened by its name keeps the focus there', async () => {
  await renderCategory('/api/news')
  act(() => getLink('News article').focus())
  fireEvent.click(getLink('News article'))
  expect(await screen.findByLabelText('Your API key')).toBeTruthy()
  expect(getFocusedText()).toBe('News article')
})

test('only one row is open at a time, and closed details are not rendered', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  await screen.findByRole('region', { name: 'News article' })
  fireEvent.click(getLink('News list'))
  await screen.findByRole('region', { name: 'News list' })
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
})

test('a click with a modifier key is left to the browser', async () => {
  await renderCategory('/api/news')
  const tryIt = screen.getByRole('link', { name: 'Try it: News list' })
  expect(fireEvent.click(tryIt, { ctrlKey: true }), 'the browser opens it in another tab').toBe(true)
  expect(isOpen('News list')).toBe(false)
})

test("a variant's URL opens the variant and expands only its row", async () => {
  await renderCategory('/api/attp_i', null, '?row=attp_i.110')
  expect(await screen.findByRole('region', { name: 'Mono sweep' })).toBeTruthy()
  expect(getLink('Mono sweep').getAttribute('aria-expanded')).toBe('true')
  expect(isOpen('Animated text')).toBe(false)
})

test('the page says so if the URL names a missing endpoint', async () => {
  await renderCategory('/api/news', null, '?row=gone')
  expect(screen.getByText(/This category has no endpoint “gone”/)).toBeTruthy()
})

test('arrow keys, Home and End move between names', async () => {
  await renderCategory('/api/news')
  const names = getLinks().map(({ textContent }) => textContent)
  act(() => getLinks()[0]?.focus())
  const focusedNames = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return getFocusedText()
  })
  expect(focusedNames).toEqual([names[1], names[2], names[1], names.at(-1), names[0]])
})

test('Escape closes the details and restores the focus, unless it belongs to an input method', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  const region = await screen.findByRole('region', { name: 'News article' })
  fireEvent.keyDown(region, { key: 'Escape', isComposing: true })
  expect(region.isConnected).toBe(true)
  fireEvent.keyDown(region, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'News article' })).toBeNull()
  expect(getFocusedText()).toBe('News article')
})
