import type { SearchProps } from '@portico/shared/contract/contract.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeHost, renderPage, sampleSite } from '../testing/fake-host.tsx'
import { ApiPage } from './api-page.tsx'

const pages = [
  { path: '/api', access: 'private', title: 'Api' },
  {
    path: '/api/first',
    access: 'private',
    title: 'First',
    summary: 'One by one',
    count: 1,
    icon: 'icon-search',
  },
  { path: '/api/second', access: 'private', title: 'Second', count: 12 },
  { path: '/api/third', access: 'private', title: 'Third', count: 0 },
  { path: '/api/:id', access: 'private', title: 'Details' },
  { path: '/apiary', access: 'private', title: 'Bees' },
] as const

test('the categories are the pages below /api/, whoever serves them', () => {
  renderPage(<ApiPage />, fakeHost({ pages }))
  const links = within(screen.getByRole('region', { name: 'Categories' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['First', '/api/first'],
    ['Second', '/api/second'],
    ['Third', '/api/third'],
  ])
})

test('a category tells its summary and how many endpoints it has', () => {
  renderPage(<ApiPage />, fakeHost({ pages }))
  const cards = screen.getAllByRole('article').map((card) => card.textContent)
  expect(cards).toEqual(['FirstOne by one1 endpoint', 'Second12 endpoints', 'ThirdNo endpoint yet'])
  expect(screen.getByText('3 categories with 13 endpoints')).toBeTruthy()
})

test('known and unknown icon classes are drawn, and differ', () => {
  renderPage(<ApiPage />, fakeHost({ pages }))
  const drawings = screen.getAllByRole('article').map((card) => card.querySelector('path')?.getAttribute('d'))
  expect(drawings[0]).not.toBe(drawings[1])
  expect(drawings[1]).toBe(drawings[2])
})

test('without categories the page says so', () => {
  renderPage(<ApiPage />)
  expect(screen.getByText('No category is published on this site at the moment.')).toBeTruthy()
})

test('without a provider the page gives the keys of the sandbox, and its address', () => {
  renderPage(<ApiPage />)
  expect(screen.getByText(/Calls go to the sandbox of this site/).textContent).toMatch(
    /sandbox-free opens all but .* sandbox-paid opens that, too/,
  )
  const base = `${location.origin}/-/sandbox/`
  expect(screen.getByText(`GET ${base}?code=<operation>&api=<key>&…`)).toBeTruthy()
})

test('a configured provider is linked and stands in the example', () => {
  const apiBase = 'https://provider.example/v1'
  renderPage(<ApiPage />, fakeHost({ site: { ...sampleSite, apiBase } }))
  expect(screen.getByRole('link', { name: apiBase }).getAttribute('href')).toBe(apiBase)
  expect(screen.getByText(`GET ${apiBase}?code=<operation>&api=<key>&…`)).toBeTruthy()
})

test('the words of titles and summaries are searched, and stand in the address', () => {
  const router = renderPage(<ApiPage />, fakeHost({ pages }), '/api')
  const field = screen.getByLabelText('Search categories')
  fireEvent.change(field, { target: { value: 'one FIRST' } })
  expect(screen.getAllByRole('article').map((card) => card.querySelector('a')?.textContent)).toEqual([
    'First',
  ])
  expect(router.state.location.search).toBe('?q=one+FIRST')
  expect(screen.getByRole('status').textContent).toBe('1 category with “one FIRST”')
  fireEvent.change(field, { target: { value: 'nowhere' } })
  expect(screen.queryAllByRole('article')).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('0 categories with “nowhere”')
})

function Search({ place, text, change, children }: SearchProps) {
  return (
    <>
      <input aria-label={place} value={text} onChange={({ target }) => change(target.value)} />
      {text === '' && children}
    </>
  )
}

test('where the site has a finder, it searches instead, with the categories below it', () => {
  const router = renderPage(<ApiPage />, fakeHost({ pages, Search }), '/api')
  expect(screen.queryByLabelText('Search categories')).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(3)
  fireEvent.change(screen.getByLabelText('page'), { target: { value: 'gold' } })
  expect(router.state.location.search).toBe('?q=gold')
  expect(screen.queryAllByRole('article')).toEqual([])
})
