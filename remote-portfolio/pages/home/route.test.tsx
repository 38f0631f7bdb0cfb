import { emptyContent } from '@portico/kit/content/content.ts'
import type { ShowcaseProps } from '@portico/kit/contract/contract.ts'
import { createTestHost, renderPage } from '@portico/kit/testing/host.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HomeSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { createProject, createSampleContent, getSample } from '../../testing/sample-content.ts'
import { HomePage } from './route.tsx'

const home = <HomePage content={getSample({ selection: selections.home, schema: HomeSchema })} />

test('the heading is the name, followed by the headline and links', () => {
  renderPage(home)
  expect(screen.getByRole('heading', { level: 1, name: 'Sample Person' }).tabIndex).toBe(-1)
  expect(screen.getByText('Makes samples')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See my projects' }).getAttribute('href')).toBe('/projects')
  expect(screen.getByRole('link', { name: 'Get in touch' }).getAttribute('href')).toBe('/contact')
})

test('the featured projects are a carousel that starts with the first', () => {
  renderPage(home)
  const carousel = within(screen.getByRole('region', { name: 'Featured projects' }))
  expect(carousel.getByRole('group', { name: '1 of 3: Project one' })).toBeTruthy()
})

test('three projects are featured; the others are listed newest first, each linked to its case study', () => {
  const project = (number: number) => createProject(`p${number}`, { name: `P${number}`, year: 2020 + number })
  renderPage(
    <HomePage
      content={getSample({
        selection: selections.home,
        schema: HomeSchema,
        content: createSampleContent({ projects: [1, 2, 3, 4, 5].map(project) }),
      })}
    />,
  )
  expect(screen.getByRole('group', { name: '1 of 3: P1' })).toBeTruthy()
  const links = within(screen.getByRole('region', { name: 'More projects' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
    ['All projects', '/projects'],
    ['P5', '/projects/p5'],
    ['P4', '/projects/p4'],
  ])
})

test('projects that are all featured are not listed again', () => {
  renderPage(home)
  expect(screen.queryByRole('region', { name: 'More projects' })).toBeNull()
})

test('the link to the first-run page is shown while there is sample content', () => {
  renderPage(home)
  expect(screen.getByRole('link', { name: 'Make it yours' }).getAttribute('href')).toBe('/first-run')
})

test('the skills are a list', () => {
  renderPage(home)
  const list = within(screen.getByRole('region', { name: 'What I work with' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Sampling', 'Testing'])
})

test("the catalogue banner shows the summary of the catalogue's page", () => {
  const page = { access: 'private', title: 'Api' } as const
  const pages = [
    { ...page, path: '/api/a', summary: 'One category' },
    { ...page, path: '/api', summary: '2 categories with 3 endpoints' },
  ]
  renderPage(home, { host: createTestHost({ pages }) })
  expect(screen.getByText('2 categories with 3 endpoints')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse the API' }).getAttribute('href')).toBe('/api')
})

test("the catalogue banner shows the showcase of the catalogue's page, and the categories with their counts until it has loaded", () => {
  const page = { access: 'private', title: 'Api' } as const
  const pages = [
    { ...page, path: '/api' },
    { ...page, path: '/api/a', title: 'Letters', count: 26 },
    { ...page, path: '/other', title: 'Other' },
  ]
  const Showcase = ({ path, children }: ShowcaseProps) => (
    <div data-testid="showcase">
      {path} {children}
    </div>
  )
  renderPage(home, { host: createTestHost({ pages, Showcase }) })
  expect(screen.getByTestId('showcase').textContent).toBe('/api Letters 26')
  expect(screen.getByRole('link', { name: 'Letters 26' }).getAttribute('href')).toBe('/api/a')
})

test('a site without projects and skills has no empty sections', () => {
  renderPage(
    <HomePage
      content={getSample({ selection: selections.home, schema: HomeSchema, content: emptyContent })}
    />,
    {
      host: createTestHost({ site: { ...testSite, skills: [] } }),
    },
  )
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Sample Person',
    'A catalogue of small, useful endpoints',
  ])
})
