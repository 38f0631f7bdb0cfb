import { savedLooksScript } from '@portico/shared/apply-saved-looks.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { favourites } from '../favourites/favourites.ts'
import { hydratePage } from '../testing/hydrate-page.tsx'
import { getTableRow } from '../testing/render-category.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

test('the rows of a category are in its prerendered page, with links and requests to this site', async () => {
  const { html, unmount } = await hydratePage('/api/converter')
  expect(html).toContain('href="/api/converter?row=')
  expect(html).toContain('>/-/sandbox/<')
  expect(screen.getAllByText(`${location.origin}/-/sandbox/`, { selector: 'code *' }).length).toBeGreaterThan(
    0,
  )
  await unmount()
})

test('the row in the URL opens once the page is hydrated', async () => {
  const { html, unmount } = await hydratePage('/api/download', '/api/download?row=apk')
  expect(html).not.toContain('aria-expanded="true"')
  const [open] = screen.getAllByRole('link', { expanded: true })
  expect(open?.getAttribute('href')).toBe('/api/download?row=apk')
  await unmount()
})

test('the density that the visitor has chosen stays applied while the page is hydrated', async () => {
  localStorage.setItem('portico.look.catalogue-density', 'compact')
  const root = document.documentElement
  new Function(savedLooksScript)()
  expect(root.dataset.catalogueDensity).toBe('compact')
  const changes = new MutationObserver(() => {})
  changes.observe(root, { attributes: true, attributeOldValue: true })
  const { unmount } = await hydratePage('/api/download')
  const values = changes.takeRecords().map(({ oldValue }) => oldValue)
  expect([...values, root.dataset.catalogueDensity].every((value) => value === 'compact')).toBe(true)
  expect(screen.getByRole('button', { name: 'Compact', pressed: true })).toBeTruthy()
  await unmount()
})

test('the samples are in the prerendered page, and disappear for a visitor who has chosen the table', async () => {
  const first = await hydratePage('/api/attp_i')
  expect(first.html).toContain('Styles at a glance')
  expect(screen.getByRole('region', { name: 'Styles at a glance' })).toBeTruthy()
  await first.unmount()
  localStorage.setItem('portico.look.catalogue-view', 'table')
  const { unmount } = await hydratePage('/api/attp_i')
  expect(screen.queryByRole('region', { name: 'Styles at a glance' })).toBeNull()
  await unmount()
})

test('names of variants, which are printed, are not in the prerendered page', async () => {
  const { html, unmount } = await hydratePage('/api/rgb')
  expect(html).not.toContain('Aboreto')
  expect(within(getTableRow('RGB text')).getByText(/Aboreto/)).toBeTruthy()
  await unmount()
})

test('favourites appear on the overview once it is hydrated', async () => {
  favourites.write([{ path: '/api/download', id: 'apk', name: 'APK download' }])
  const { html, unmount } = await hydratePage('/api')
  expect(html).not.toContain('APK download')
  expect(screen.getByRole('list', { name: 'Favourites' }).textContent).toBe('APK download')
  favourites.write([])
  await unmount()
})
