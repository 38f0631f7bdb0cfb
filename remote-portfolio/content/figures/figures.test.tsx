import type { FigureName } from '@portico/kit/content/figure-names.ts'
import { createTestHost, renderPage } from '@portico/kit/testing/host.tsx'
import { patience } from '@portico/kit/testing/patience.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProject, createSampleContent, getSample } from '../../testing/sample-content.ts'
import { ProjectPageSchema } from '../schemas.ts'
import { selections } from '../selections.ts'
import { Figures } from './figures.tsx'

const fetch = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const at = new Date(2026, 10, 22, 12).getTime()
const figures = { releases: 1234, lastRelease: { app: 'new', version: '1.1.0', at }, shellBytes: 121_400 }
const respondWith = (body: unknown, status = 200) =>
  fetch.mockResolvedValue(new Response(JSON.stringify(body), { status }))

/** The project that shows these figures. */
const showing = (figures: FigureName[]) =>
  getSample({
    selection: selections.project,
    schema: ProjectPageSchema,
    content: createSampleContent({ projects: [createProject('one', { figures })] }),
    parameters: { name: 'one' },
  }).project

/** What the figure shows. */
const getValue = (label: string) => screen.getByText(label).nextElementSibling?.textContent

test('figures arrive from the site, each one in the place that is reserved for it', async () => {
  respondWith({ ...figures, lastRollback: { remote: 'old', at } })
  renderPage(<Figures project={showing(['releases', 'last-release', 'last-rollback', 'size'])} />)
  expect(getValue('Releases')).toBe('–')
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/-/figures.json', expect.anything())
  expect(getValue('Last release')).toBe('22 Nov 2026new 1.1.0')
  expect(getValue('Last rollback')).toBe('22 Nov 2026old')
  expect(getValue('Size of the shell')).toContain('121 KB')
})

test('a site that never rolled back says so', async () => {
  respondWith({ ...figures, lastRollback: null })
  renderPage(<Figures project={showing(['last-rollback'])} />)
  expect(await screen.findByText('None yet')).toBeTruthy()
})

test.each([
  ['is unreachable', () => fetch.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['responds with a problem', () => respondWith({ title: 'Not ready' }, 503)],
])('without figures the page stays as it is: the site %s', async (_, fail) => {
  fail()
  renderPage(<Figures project={showing(['releases', 'size'])} />)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), patience)
  expect([getValue('Releases'), getValue('Size of the shell')]).toEqual(['–', '–'])
})

test('a project without figures asks the server for none', () => {
  renderPage(<Figures project={showing([])} />)
  expect(fetch).not.toHaveBeenCalled()
})

test('the size of the catalogue comes from the pages of the site', () => {
  respondWith({})
  const page = { access: 'private', title: 'Any' } as const
  const pages = [
    { ...page, path: '/api' },
    { ...page, path: '/api/a', count: 7 },
    { ...page, path: '/api/b', count: 0 },
  ]
  renderPage(<Figures project={showing(['endpoints', 'categories'])} />, { host: createTestHost({ pages }) })
  expect([getValue('Endpoints'), getValue('Categories')]).toEqual(['7', '2'])
})
