import { displayPreferencesScript } from '@portico/protocol/apply-display-preferences.ts'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { favourites } from '../../favourites/favourites.ts'
import { hydratePage } from '../../testing/hydrate-page.tsx'
import { getTableRow } from '../../testing/render-category.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

test('the rows of a category are in its prerendered page, with links and requests to this site', async () => {
  const { html, unmount } = await hydratePage('/api/converter')
  expect(html).toContain('href="/api/converter?row=')
  expect(html).toContain(`>${location.origin}/-/sandbox/<`)
  await unmount()
})

test('a visitor at another address than the site’s own sends requests there', async () => {
  const { html, unmount } = await hydratePage('/api/converter', { publicUrl: 'https://example.com' })
  expect(html).toContain('>https://example.com/-/sandbox/<')
  expect(screen.queryAllByText('https://example.com/-/sandbox/')).toEqual([])
  expect(screen.getAllByText(`${location.origin}/-/sandbox/`, { selector: 'code *' }).length).toBeGreaterThan(
    0,
  )
  await unmount()
})

test('at the site’s own address, rows stay as they were prerendered', async () => {
  const changed: (Element | null | undefined)[] = []
  const changes = new MutationObserver((records) => {
    for (const { target } of records) changed.push(target.parentElement?.closest('[data-row]'))
  })
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  const { container, unmount } = await hydratePage('/api/converter')
  expect(container.querySelectorAll('[data-row]').length).toBeGreaterThan(0)
  expect(changed.filter(Boolean)).toEqual([])
  changes.disconnect()
  await unmount()
})

test('the row in the URL opens once the page is hydrated', async () => {
  const { html, unmount } = await hydratePage('/api/download', { address: '/api/download?row=apk' })
  expect(html).not.toContain(' open=""')
  expect(document.querySelector('details[name=entry][open]')?.textContent).toBe('APK by package')
  await unmount()
})

test('the density that the visitor has chosen stays applied while the page is hydrated', async () => {
  localStorage.setItem('portico.look.catalogue-density', 'compact')
  const root = document.documentElement
  new Function(displayPreferencesScript)()
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

test('names of variants are in the page only while it is printed', async () => {
  const { html, unmount } = await hydratePage('/api/rgb')
  const find = () => within(getTableRow('RGB text')).queryByText(/Aboreto/)
  expect(html).not.toContain('Aboreto')
  expect(find()).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(find()).toBeTruthy()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(find()).toBeNull()
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
