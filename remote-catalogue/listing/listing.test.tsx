import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categories } from '../data/categories.build.ts'
import { getTableRow, renderCategory } from '../testing/render-category.tsx'
import { readCatalogue } from '../validation/read-catalogue.ts'

const sandbox = `${location.origin}/-/sandbox/`
const catalogue = await readCatalogue()
const filledCategories = catalogue
  .filter(({ rows }) => rows.length > 0)
  .map(({ path, rows }) => ({ path, rows }))

test.each(categories)(
  'the page $path has its title, a summary and its count',
  async ({ path, title, summary, count }) => {
    await renderCategory(path)
    const headings = screen.getAllByRole('heading', { level: 1 })
    expect(headings.map((heading) => [heading.textContent, heading.tabIndex])).toEqual([[title, -1]])
    expect(screen.getByText(summary)).toBeTruthy()
    const counts = within(screen.getByRole('list', { name: 'Contents' })).getAllByRole('listitem')
    expect(counts[0]?.textContent).toMatch(new RegExp(`^${count} (?:endpoint|template group)s?$`))
  },
)

test.each([
  ['/api/image_frame', ['31 endpoints', '13 Ben 10 variants']],
  ['/api/text_effect_i', ['8 template groups', '199 variants']],
])('the contents of %s name what its rows unfold', async (path, contents) => {
  await renderCategory(path)
  const counts = within(screen.getByRole('list', { name: 'Contents' })).getAllByRole('listitem')
  expect(counts.map(({ textContent }) => textContent)).toEqual(contents)
})

test.each(filledCategories)(
  'the table of $path has a complete row for each endpoint',
  async ({ path, rows }) => {
    await renderCategory(path)
    const [head, ...found] = within(screen.getByRole('table')).getAllByRole('row')
    const columns = within(head ?? document.body).getAllByRole('columnheader')
    expect(columns.map(({ textContent }) => textContent)).toEqual([
      'Method',
      'Endpoint',
      'Description',
      'Required parameters',
      'Status',
      'Example request',
      'Action',
    ])
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
  },
)

test.each(['/api/movie', '/api/games'])(
  'the empty category %s says so and links to the other categories',
  async (path) => {
    await renderCategory(path)
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No endpoints yet')
    expect(screen.getByRole('link', { name: 'See all categories' }).getAttribute('href')).toBe('/api')
  },
)

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

test('exactly three rows are marked as paid', async () => {
  const paidRows: string[] = []
  for (const { path } of categories) {
    const { unmount } = await renderCategory(path)
    for (const badge of screen.queryAllByText('Paid users only')) {
      paidRows.push(badge.closest('th')?.textContent ?? '')
    }
    unmount()
  }
  expect(paidRows).toEqual([
    expect.stringContaining('Twitter download'),
    expect.stringContaining('Latest news with full details'),
    expect.stringContaining('ChatGPT'),
  ])
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
