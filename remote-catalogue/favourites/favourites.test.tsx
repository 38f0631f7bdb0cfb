import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { renderCategory } from '../testing/render-category.tsx'
import { favourites } from './favourites.ts'
import { createPersistedList } from './persisted-list.ts'

beforeEach(() => {
  localStorage.clear()
  favourites.write([])
})

test.each([
  ['no entry', null, []],
  ['invalid JSON', '{', []],
  ['another type', '{"a":1}', []],
  ['invalid items in the list', '["a", 1, {"b":2}]', ['a']],
])('a list is read from a storage with %s', (_, stored, items) => {
  if (stored !== null) localStorage.setItem('test.list', stored)
  expect(createPersistedList('test.list', v.string(), 10).read()).toEqual(items)
})

test('a list is truncated at its limit', () => {
  const list = createPersistedList('test.list', v.string(), 2)
  list.write(['a', 'b', 'c'])
  expect(createPersistedList('test.list', v.string(), 2).read()).toEqual(['a', 'b'])
})

test('an endpoint can be added to the favourites and removed', async () => {
  await renderCategory('/api/news', null, '?row=esana_news')
  const button = await screen.findByRole('button', { name: 'Favourite News article', pressed: false })
  fireEvent.click(button)
  // Wait: a new button subscribes to changes only after its first render.
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  expect(favourites.read()).toEqual([{ path: '/api/news', id: 'esana_news', name: 'News article' }])
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(favourites.read()).toEqual([])
})

test.each(['storage', 'pageshow'])(
  'a favourite of another tab appears on %s and is not lost',
  async (event) => {
    await renderCategory('/api/news', null, '?row=esana_news')
    const button = await screen.findByRole('button', { name: 'Favourite News article', pressed: false })
    const elsewhere = { path: '/api/download', id: 'fb', name: 'Facebook video' }
    const here = { path: '/api/news', id: 'esana_news', name: 'News article' }
    localStorage.setItem('portico.catalogue.favourites', JSON.stringify([here, elsewhere]))
    act(() => void dispatchEvent(new Event(event)))
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(button)
    expect(favourites.read()).toEqual([elsewhere])
  },
)
