import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { nameSelection, selectContent } from '../content/content-selection.ts'
import { createTestHost, ErrorBoundary, renderPage } from '../testing/host.tsx'
import type { ContentPort } from './contract.ts'
import { useContent } from './use-content.ts'

const selection = { project: { from: 'projects.:name', fields: ['name'] } }
const schema = v.strictObject({ project: v.strictObject({ name: v.string() }) })
const content = {
  projects: ['one', 'two', 'three'].map((slug) => ({ slug, name: `Project ${slug}`, year: 2020 })),
}

function Page() {
  return <h1>{useContent(selection, schema).project.name}</h1>
}

const page = {
  name: nameSelection(selection),
  parameters: { name: 'two' },
  value: selectContent(content, selection, { name: 'two' }),
}
const heading = () => screen.queryByRole('heading')?.textContent ?? null
const loaded: ContentPort = { page: null, all: content, load: async () => content }

function open(name: string, port: ContentPort | undefined) {
  const router = renderPage(
    <ErrorBoundary>
      <Suspense fallback="Loading">
        <Page />
      </Suspense>
    </ErrorBoundary>,
    { host: createTestHost({ content: port }), at: `/projects/${name}`, path: '/projects/:name' },
  )
  return { go: (to: string) => act(() => router.navigate(`/projects/${to}`)) }
}

test('a page shows the content that has come with it, and the content file after a navigation', async () => {
  const load = vi.fn<ContentPort['load']>(async () => content)
  const { go } = open('two', { page, all: undefined, load })
  expect(heading()).toBe('Project two')
  expect(load).not.toHaveBeenCalled()
  load.mockReturnValue(Promise.resolve(content))
  await go('three')
  expect(heading()).toBe('Project three')
})

test('content of another address or of another page is not shown', () => {
  open('one', { ...loaded, page })
  expect(heading()).toBe('Project one')
})

test.each([
  ['that does not exist', 'nothing', loaded, 'Page Not Found'],
  ['of a site whose shell provides none', 'one', undefined, 'Another error'],
  ['whose data has another form', 'two', { ...loaded, page: { ...page, value: {} } }, 'Another error'],
  [
    'made of a file of another form',
    'one',
    { page: null, all: { projects: [{ slug: 'one' }] }, load: async () => null },
    'Another error',
  ],
])('a page %s is not shown', (_, name, port, message) => {
  vi.mocked(console.error).mockImplementation(() => {}) // React logs caught errors, too
  open(name, port)
  expect(screen.getByText(message)).toBeTruthy()
  vi.mocked(console.error).mockClear()
})
