import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

const search = async () => ({
  Component: ({ query }: { readonly query: string }) => <p>Results for {query}</p>,
})
const openUnknown = (options: Partial<Parameters<typeof openSite>[0]> = {}) =>
  openSite({ at: '/secret/of/any_thing-else', visitor: ada, ...options })

test('pages with an address like the unknown one are linked', async () => {
  openUnknown({ closeMatches: [{ address: '/secret', title: 'Secret' }] })
  const matches = within(await screen.findByRole('navigation', { name: 'Did you mean' }))
  expect(matches.getByRole('link').getAttribute('href')).toBe('/secret')
  expect(globalThis.fetch).toHaveBeenCalledWith(
    '/-/close-matches?path=%2Fsecret%2Fof%2Fany_thing-else',
    expect.anything(),
  )
})

test('the search starts with the words of the address', async () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {}) // happy-dom's don't open
  openUnknown({ search })
  const field = await screen.findByRole('searchbox', { name: 'Search the site' })
  expect(field).toHaveProperty('value', 'any thing else')
  fireEvent.submit(field)
  expect(await screen.findByText('Results for any thing else')).toBeTruthy()
})

test('without a search and without the server the page is complete', async () => {
  openUnknown()
  expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Did you mean' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy()
})
