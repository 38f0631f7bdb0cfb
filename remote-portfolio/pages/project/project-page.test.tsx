import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CatchError, fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { sampleCase, sampleProjects } from '../../testing/sample-content.ts'
import { ProjectPage } from './project-page.tsx'

const caseStudies = { one: sampleCase, two: sampleCase, three: sampleCase }
const page = <ProjectPage projects={sampleProjects} caseStudies={caseStudies} />
const open = (name: string) => renderPage(page, fakeHost(), `/projects/${name}`, '/projects/:name')

test('a case tells context, choices and result in this order', () => {
  open('two')
  expect(screen.getByRole('heading', { level: 1, name: 'Project two' }).tabIndex).toBe(-1)
  const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(headings).toEqual(['Context', 'Choices', 'Result'])
  expect(within(screen.getByRole('region', { name: 'Result' })).getByText('What came of it')).toBeTruthy()
})

test('the title is the name of the project', () => {
  open('two')
  expect(document.title).toBe('Project two | Sample Person')
})

test('the links lead to the project, its source, its tags and its QR code', () => {
  open('two')
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Visit')).toBe('https://two.example/')
  expect(linkTo('Source')).toBe('https://source.example/two')
  expect(linkTo('web')).toBe('/projects?tag=web')
  expect(screen.queryByRole('link', { name: 'QR code' })).toBeNull()
})

test('a bot links to its QR code', () => {
  open('one')
  expect(screen.getByRole('link', { name: 'QR code' }).getAttribute('href')).toBe('/projects/one/qr')
})

test('an image is shown where there is one', () => {
  open('two')
  expect(screen.getByRole('img', { name: 'A sample' }).getAttribute('loading')).toBe('eager')
})

test('the neighbours are one press away', () => {
  open('two')
  const others = within(screen.getByRole('navigation', { name: 'Other projects' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/projects/one',
    '/projects/three',
  ])
})

test.each([
  ['first', 'one', ['/projects', '/projects/two']],
  ['last', 'three', ['/projects/two', '/projects']],
])('beside the %s project stand all of them', (_, name, addresses) => {
  open(name)
  const others = within(screen.getByRole('navigation', { name: 'Other projects' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(addresses)
})

test.each(['nothing', 'constructor'])('%s is not found', (name) => {
  // React tells the console of every error, a caught one too.
  vi.mocked(console.error).mockImplementation(() => {})
  renderPage(<CatchError>{page}</CatchError>, fakeHost(), `/projects/${name}`, '/projects/:name')
  expect(screen.getByText('Page Not Found')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})
