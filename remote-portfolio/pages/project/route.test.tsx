import { createTestHost, ErrorBoundary, renderPage } from '@portico/kit/testing/host.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createContentPort } from '../../testing/sample-content.ts'
import { Component } from './route.tsx'

const host = createTestHost({ content: createContentPort() })
const open = (name: string, page = <Component />) =>
  renderPage(page, { host, at: `/projects/${name}`, path: '/projects/:name' })

test('a case study shows context, choices and result in this order', () => {
  open('two')
  expect(screen.getByRole('heading', { level: 1, name: 'Project two' }).tabIndex).toBe(-1)
  const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(headings).toEqual(['Context', 'Choices', 'Result'])
  expect(within(screen.getByRole('region', { name: 'Result' })).getByText('What it achieved')).toBeTruthy()
})

test('the document title is the name of the project', () => {
  open('two')
  expect(document.title).toBe('Project two | Sample Person')
})

test('the project, its source and its tags are linked', () => {
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

test('the image of a project is shown', () => {
  open('two')
  expect(screen.getByRole('img', { name: 'A sample' }).getAttribute('loading')).toBe('eager')
})

test('the previous and the next project are linked', () => {
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
])('the %s project links to the list of all projects', (_, name, addresses) => {
  open(name)
  const others = within(screen.getByRole('navigation', { name: 'Other projects' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(addresses)
})

test.each(['nothing', 'constructor'])('%s is Page Not Found', (name) => {
  // React logs caught errors, too.
  vi.mocked(console.error).mockImplementation(() => {})
  open(
    name,
    <ErrorBoundary>
      <Component />
    </ErrorBoundary>,
  )
  expect(screen.getByText('Page Not Found')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})
