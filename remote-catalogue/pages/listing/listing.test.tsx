import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categories } from '../../data/categories.build.ts'
import { getTableRow, renderCategory } from '../../testing/render-category.tsx'
import { readCatalogue } from '../../validation/read-catalogue.ts'

const sandbox = `${location.origin}/-/sandbox/`
const catalogue = await readCatalogue()
const columns = [
  'Method',
  'Endpoint',
  'Description',
  'Required parameters',
  'Status',
  'Example request',
  'Action',
]
// By path. Three rows are marked, and no other.
const paidRows: Readonly<Record<string, readonly string[]>> = {
  '/api/download': ['Twitter download'],
  '/api/news': ['Latest news with full details'],
  '/api/education': ['ChatGPT'],
}
const contents: Readonly<Record<string, readonly string[]>> = {
  '/api/image_frame': ['31 endpoints', '13 Ben 10 variants'],
  '/api/text_effect_i': ['8 template groups', '199 variants'],
}

test.each(categories)(
  'the page $path has its title, a summary, what it contains and a complete row for each endpoint',
  async ({ path, title, summary, count }) => {
    await renderCategory(path)
    const headings = screen.getAllByRole('heading', { level: 1 })
    expect(headings.map((heading) => [heading.textContent, heading.tabIndex])).toEqual([[title, -1]])
    expect(screen.getByText(summary)).toBeTruthy()
    const counts = within(screen.getByRole('list', { name: 'Contents' })).getAllByRole('listitem')
    expect(counts[0]?.textContent).toMatch(new RegExp(`^${count} (?:endpoint|template group)s?$`))
    if (contents[path]) expect(counts.map(({ textContent }) => textContent)).toEqual(contents[path])
    const rows = catalogue.find((category) => category.path === path)?.rows ?? []
    if (rows.length === 0) expectEmpty()
    else expectCompleteRows(rows)
    const paid = screen.queryAllByText('Paid users only')
    expect(paid.map((badge) => badge.closest('th')?.textContent)).toEqual(
      (paidRows[path] ?? []).map((name) => expect.stringContaining(name)),
    )
  },
)

function expectEmpty(): void {
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No endpoints yet')
  expect(screen.getByRole('link', { name: 'See all categories' }).getAttribute('href')).toBe('/api')
}

function expectCompleteRows(rows: (typeof catalogue)[number]['rows']): void {
  const [head, ...found] = within(screen.getByRole('table')).getAllByRole('row')
  const headers = within(head ?? document.body).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(columns)
  expect(found).toHaveLength(rows.length)
  for (const [index, row] of rows.entries()) {
    const cells = within(found[index] ?? document.body)
    const [method, description, , status, request] = cells
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.getByRole('rowheader').textContent).toContain(row.name)
    expect([method, status]).toEqual([row.get, 'Active'])
    expect(description).toContain(row.desc)
    expect(request).toContain(sandbox)
    expect(request).toContain('YOUR_API_KEY')
  }
}

test('the empty categories are those that have nothing yet', () => {
  const empty = catalogue.filter(({ rows }) => rows.length === 0).map(({ path }) => path)
  expect(empty).toEqual(['/api/movie', '/api/games'])
})

test('the parameters of every GET are explained once, above the table', async () => {
  const { container } = await renderCategory('/api/search')
  expect(
    container.textContent?.match(/Every GET request also needs code, .* and api, your key/g),
  ).toHaveLength(1)
})

test('the note above the only POST mentions api but no code', async () => {
  await renderCategory('/api/education')
  expect(screen.getByText(/^The body of a POST request also needs/).textContent).toContain(
    'api, your key, but no code',
  )
  expect(getTableRow('ChatGPT').textContent).toContain(`POST ${sandbox}`)
})

test('without a configured API, requests go to the sandbox and its keys are shown', async () => {
  await renderCategory('/api/news')
  expect(screen.getByText(/^Requests go to this site’s sandbox/).textContent).toMatch(
    /sandbox-free.*sandbox-paid/,
  )
})

test('examples use the configured API', async () => {
  await renderCategory('/api/news', 'https://api.example/v1')
  expect(screen.queryByText(/sandbox/)).toBeNull()
  expect(getTableRow('News list').textContent).toContain(
    'https://api.example/v1?code=esana_news_list&api=YOUR_API_KEY',
  )
})

test("image and GIF endpoints have a badge, data and files don't", async () => {
  const { unmount } = await renderCategory('/api/download')
  expect(getTableRow('TikTok profile picture').textContent).toContain('Returns an image')
  expect(getTableRow('TikTok video').textContent).not.toContain('Returns a')
  expect(getTableRow('TikTok user').textContent).not.toContain('Returns a')
  unmount()
  await renderCategory('/api/attp_i')
  expect(getTableRow('Animated text').textContent).toContain('Returns a GIF')
})

test('a related endpoint in another category is linked', async () => {
  await renderCategory('/api/education')
  const link = screen.getByRole('link', { name: 'Wikipedia article in Search' })
  expect(link.getAttribute('href')).toBe('/api/search')
})

test('a row that returns personal data has a notice', async () => {
  await renderCategory('/api/search')
  expect(getTableRow('Caller lookup').textContent).toContain('About a person: ')
})

test('what is special about an endpoint is collapsed', async () => {
  await renderCategory('/api/download')
  const note = within(getTableRow('APK by link (v2)')).getByText(/^The API spells the operation this way/)
  expect(note.closest('details')?.open).toBe(false)
})
