import { projectContent } from '@portico/kit/content/pages/project.ts'
import type { ContentPort } from '@portico/kit/contract/contract.ts'
import { createTestHost, ErrorBoundary, renderPage } from '@portico/kit/testing/host.tsx'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { createContentPort, getSample, sampleContent } from '../testing/sample-content.ts'
import { useContent } from './use-content.ts'

function Page() {
  return <h1>{useContent(projectContent).name}</h1>
}

const page = {
  name: 'project',
  parameters: { name: 'two' },
  value: getSample(projectContent, {}, { name: 'two' }),
}
const heading = () => screen.queryByRole('heading')?.textContent ?? null

function open(name: string, content: ContentPort | undefined) {
  const router = renderPage(
    <ErrorBoundary>
      <Suspense fallback="Loading">
        <Page />
      </Suspense>
    </ErrorBoundary>,
    { host: createTestHost({ content }), at: `/projects/${name}`, path: '/projects/:name' },
  )
  return { go: (to: string) => act(() => router.navigate(`/projects/${to}`)) }
}

test('a page shows the content that has come with it, and the content file after a navigation', async () => {
  const load = vi.fn<ContentPort['load']>(async () => sampleContent)
  const { go } = open('two', { page, all: undefined, load })
  expect(heading()).toBe('Project two')
  expect(load).not.toHaveBeenCalled()
  const loading = Promise.resolve(sampleContent)
  load.mockReturnValue(loading)
  await go('three')
  expect(heading()).toBe('Project three')
})

test('content of another page is not shown', () => {
  open('one', { ...createContentPort(), page })
  expect(heading()).toBe('Project one')
})

test.each([
  ['that does not exist', 'nothing', createContentPort(), 'Page Not Found'],
  ['of a site whose shell provides none', 'one', undefined, 'Another error'],
  [
    'whose data has another form',
    'two',
    { ...createContentPort(), page: { ...page, value: { slug: 'two' } } },
    'Another error',
  ],
  [
    'made of a file of another form',
    'one',
    { page: null, all: { projects: [{ slug: 'one', study: {}, figures: [] }] }, load: async () => null },
    'Another error',
  ],
])('a page %s is not shown', (_, name, content, message) => {
  vi.mocked(console.error).mockImplementation(() => {}) // React logs caught errors, too
  open(name, content)
  expect(screen.getByText(message)).toBeTruthy()
  vi.mocked(console.error).mockClear()
})
