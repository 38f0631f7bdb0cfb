import { HostContext } from '@portico/kit/contract/contract.ts'
import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categories } from '../../data/categories.build.ts'
import { createCatalogueHost } from '../../testing/render-category.tsx'
import { Component as OverviewPage } from './route.tsx'

function renderOverview(url = '/api', apiBase: string | null = null) {
  const router = createTestRouter(<OverviewPage />, { at: url, path: '/api' })
  render(<HostContext value={createCatalogueHost(apiBase)}>{router.node}</HostContext>)
  return router
}

const findSearchField = () => screen.findByLabelText('Search all categories')
const getResults = () => [...document.querySelectorAll('[data-result]')].map(({ textContent }) => textContent)

test('there is a card for every category, with its summary and number of endpoints', () => {
  renderOverview()
  const cards = screen.getAllByRole('article').map((card) => card.textContent)
  expect(cards).toHaveLength(categories.length)
  expect(cards[0]).toBe(`Download${categories[0]?.summary}${categories[0]?.count} endpoints`)
  expect(cards.find((card) => card?.startsWith('Movie'))).toContain('No endpoints yet')
  const links = within(screen.getByRole('region', { name: 'Categories' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(categories.map(({ path }) => path))
})

test('the heading shows the number of categories and endpoints', () => {
  renderOverview()
  expect(screen.getByText(/^\d+ categories with \d+ endpoints$/)).toBeTruthy()
})

test('every category has its own icon', () => {
  renderOverview()
  for (const card of screen.getAllByRole('article')) expect(card.querySelector('svg > *')).toBeTruthy()
})

test('without a configured API the page shows the URL and the keys of the sandbox', () => {
  renderOverview()
  expect(screen.getByText(/go to this site’s sandbox/).textContent).toMatch(
    /sandbox-free opens everything except .* sandbox-paid opens those too/,
  )
  const base = `${location.origin}/-/sandbox/`
  expect(screen.getByText(`GET ${base}?code=<operation>&api=<key>&…`)).toBeTruthy()
})

test('a configured API is linked and used in the example', () => {
  const base = 'https://api.example.com/v1'
  renderOverview('/api', base)
  expect(screen.getByRole('link', { name: base }).getAttribute('href')).toBe(base)
  expect(screen.getByText(`GET ${base}?code=<operation>&api=<key>&…`)).toBeTruthy()
})

test('the search replaces the cards with results, and its text is part of the URL', async () => {
  const router = renderOverview()
  fireEvent.change(await findSearchField(), { target: { value: 'gold' } })
  await screen.findByText(/results? for “gold”/)
  expect(screen.queryAllByRole('article')).toEqual([])
  await waitFor(() => expect(router.getLocation().search).toBe('?q=gold'))
})

test('filters in the URL are applied', async () => {
  renderOverview('/api?access=paid')
  await waitFor(() =>
    expect(getResults()).toEqual([
      'Twitter downloadDownload',
      'Latest news with full detailsNews',
      'ChatGPTEducation',
    ]),
  )
})

test('the filters are there before the catalogue has loaded, so that nothing below them moves', () => {
  renderOverview()
  expect(screen.getByText('Filters')).toBeTruthy()
})
