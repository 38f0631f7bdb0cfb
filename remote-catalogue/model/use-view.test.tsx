import { Link } from '@portico/kit/contract/router.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, createPath, parsePath, Router, RouterProvider, type To } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useView } from './use-view.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function Search() {
  const [{ text }, change] = useView()
  return (
    <>
      <input
        aria-label="Search"
        value={text}
        onChange={({ target }) => change({ text: target.value }, { typing: true })}
      />
      <Link to="/row">Row</Link>
    </>
  )
}

/**
 * Opens a search whose results are links to a page that takes a while to load, as pages of the shell do. Of React Router's modes, only
 * the data router has such pages.
 */
function openSearch() {
  const page = Promise.withResolvers<null>()
  const router = createMemoryRouter(
    [
      { path: '/', element: <Search /> },
      { path: '/row', element: <h1>Row</h1>, loader: () => page.promise },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  return {
    address: () => createPath(router.state.location),
    type: (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } }),
    pause: () => act(() => vi.advanceTimersByTimeAsync(1_000)),
    loadPage: () => act(async () => page.resolve(null)),
    goBack: () => act(() => router.navigate(-1)),
  }
}

test('the URL has the text after a pause in typing', async () => {
  const search = openSearch()
  search.type('gr')
  search.type('grey')
  expect(search.address()).toBe('/')
  await search.pause()
  expect(search.address()).toBe('/?q=grey')
})

test('a link that is clicked right after typing opens, and Back returns to the search', async () => {
  const search = openSearch()
  search.type('grey')
  await act(async () => fireEvent.click(screen.getByRole('link')))
  await search.pause()
  await search.loadPage()
  expect(search.address()).toBe('/row')
  await search.goBack()
  expect(search.address()).toBe('/?q=grey')
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'grey')
})

test('Back right after typing leaves the search', async () => {
  const search = openSearch()
  search.type('grey')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await search.pause()
  expect(search.address()).toBe('/')
})

/** Opens a search on a device that renders the URL only when the test says so. */
function openSlowSearch() {
  const addresses = ['/']
  const replace = (to: To) => void addresses.push(typeof to === 'string' ? to : createPath(to))
  const navigator = { createHref: String, go: () => {}, push: replace, replace }
  const show = (address: string) => (
    <Router location={{ ...parsePath(address) }} navigator={navigator}>
      <Search />
    </Router>
  )
  const { rerender } = render(show('/'))
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  return {
    addresses,
    text: () => field.value,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    pause: () => act(() => vi.advanceTimersByTimeAsync(1_000)),
    renders: (address: string) => rerender(show(address)),
  }
}

test('a URL that is rendered late does not undo what was typed since', async () => {
  const search = openSlowSearch()
  for (const text of ['grey', 'grey c']) {
    search.type(text)
    await search.pause()
  }
  search.type('grey cat')
  for (const address of ['/?q=grey', '/?q=grey+c']) {
    search.renders(address)
    expect(search.text(), address).toBe('grey cat')
  }
  await search.pause()
  expect(search.addresses).toEqual(['/', '/?q=grey', '/?q=grey+c', '/?q=grey+cat'])
  search.renders('/?q=grey+cat')
  search.renders('/?q=grey')
  expect(search.text(), 'of a link').toBe('grey')
})

test('Back undoes a change whose URL was not rendered', async () => {
  const search = openSlowSearch()
  search.type('grey')
  await search.pause()
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(search.text()).toBe('')
})
