import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderCategory } from '../../testing/render-category.tsx'

// Without a height, all rows would count as visible.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(170)
})

const getField = (scope: string) => screen.getByRole('searchbox', { name: `Search ${scope}` })
const getNames = () =>
  [...document.querySelectorAll('th [data-entry]')].map(({ textContent }) => textContent ?? '')

/** Types into the search field and waits until this many rows are left. */
async function type(scope: string, text: string, count: string): Promise<void> {
  act(() => getField(scope).focus())
  fireEvent.change(getField(scope), { target: { value: text } })
  await screen.findByText(new RegExp(`^${count} result`))
}

test('typing finds rows and variants, best match first', async () => {
  await renderCategory('/api/text_effect_i')
  await type('in Text Effect 1', 'gold bev', '\\d+')
  expect(getNames()[0]).toBe('Gold bevelled block')
  expect(screen.getByRole('table', { name: 'Text Effect 1 results' })).toBeTruthy()
})

test('a match outside the name is explained', async () => {
  await renderCategory('/api/attp_i', null, '?q=sticker')
  await screen.findByText(/^\d+ results? for “sticker”$/)
  const row = screen.getByText('Animated text', { selector: '[data-entry]' })
  expect(row.closest('th')?.textContent).toMatch(/Matches alias: .*sticker/)
})

test('a mistyped word is searched for as a similar one, and the page says so', async () => {
  await renderCategory('/api/download', null, '?q=facbook')
  expect(
    await screen.findByText(/^No match for “facbook”\. \d+ results? for similar words: facebook/),
  ).toBeTruthy()
  expect(getNames()[0]).toBe('Facebook video')
})

test('a search without results links to the search over all categories', async () => {
  await renderCategory('/api/news', null, '?q=zzz%26x')
  const link = await screen.findByRole('link', { name: 'Search all categories for “zzz&x”' })
  expect(link.getAttribute('href')).toBe('/api?q=zzz%26x')
})

test('Escape clears the search and restores the table', async () => {
  await renderCategory('/api/news')
  await type('in News', 'latest', '3')
  fireEvent.keyDown(getField('in News'), { key: 'Escape' })
  expect(getField('in News').getAttribute('value')).toBe('')
  expect(screen.getByRole('table', { name: 'News endpoints' })).toBeTruthy()
  expect(getNames()).toHaveLength(5)
})

test('Enter and Arrow Down move from the field to the first result', async () => {
  await renderCategory('/api/news')
  await type('in News', 'latest', '3')
  for (const key of ['Enter', 'ArrowDown']) {
    act(() => getField('in News').focus())
    fireEvent.keyDown(getField('in News'), { key })
    expect(document.activeElement?.textContent).toBe(getNames()[0])
  }
})

test.each([
  ['in most browsers', { isComposing: true }],
  ['in Safari', { keyCode: 229 }],
])('keys of an input method %s neither leave the field nor clear it', async (_browser, composition) => {
  await renderCategory('/api/news')
  await type('in News', 'latest', '3')
  for (const key of ['Enter', 'ArrowDown', 'Escape'])
    fireEvent.keyDown(getField('in News'), { key, ...composition })
  expect(document.activeElement).toBe(getField('in News'))
  expect(getField('in News').getAttribute('value')).toBe('latest')
})

test('filters narrow the list and show how many results each would leave', async () => {
  await renderCategory('/api/download')
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const paid = await screen.findByRole('checkbox', { name: 'Paid users only 1' })
  fireEvent.click(paid)
  await waitFor(() => expect(getNames()).toEqual(['Twitter download']))
  expect(screen.getByRole('button', { name: 'Filters (1)', expanded: true })).toBeTruthy()
  expect(within(screen.getByRole('group', { name: 'Access' })).getByText('21')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(getNames()).toHaveLength(22)
})

test('a URL with filters opens the filtered list', async () => {
  await renderCategory('/api/download', null, '?access=paid&q=twitter')
  await screen.findByText(/^\d results? for “twitter”$/)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Paid users only/ }).checked).toBe(true)
  expect(getField('in Download').getAttribute('value')).toBe('twitter')
})

test('markup in the URL is rendered as text', async () => {
  await renderCategory('/api/news', null, '?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E')
  await screen.findByText('No results')
  expect(document.querySelector('img')).toBeNull()
})
