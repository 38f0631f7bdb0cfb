import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeHost, renderPage } from '../../testing/fake-host.tsx'
import { sampleProjects } from '../../testing/sample-content.ts'
import { ProjectsPage } from './projects-page.tsx'

const shown = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const filter = () => within(screen.getByRole('navigation', { name: 'Filter by tag' }))

test('every project is a card with its summary, tags and links', () => {
  renderPage(<ProjectsPage projects={sampleProjects} />)
  expect(shown()).toEqual(['Project one', 'Project two', 'Project three'])
  expect(screen.getByText('The second')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Tags of Project three' }).textContent).toBe('webapi')
  expect(screen.getByRole('link', { name: 'Visit Project two' }).getAttribute('href')).toBe(
    'https://two.example/',
  )
})

test('only a bot links to its QR code', () => {
  renderPage(<ProjectsPage projects={sampleProjects} />)
  const links = screen.getAllByRole('link', { name: /^QR code/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects/one/qr'])
})

test('a tag is chosen in the address and filters the cards', () => {
  const router = renderPage(<ProjectsPage projects={sampleProjects} />, fakeHost(), '/projects')
  fireEvent.click(filter().getByRole('link', { name: 'web 2' }))
  expect(router.state.location.search).toBe('?tag=web')
  expect(shown()).toEqual(['Project two', 'Project three'])
  expect(screen.getByRole('status').textContent).toBe('2 of 3 projects tagged web')
  fireEvent.click(filter().getByRole('link', { name: 'All 3' }))
  expect(router.state.location.search).toBe('')
  expect(shown()).toHaveLength(3)
})

test('an address with a tag opens filtered, and says which tag is chosen', () => {
  renderPage(<ProjectsPage projects={sampleProjects} />, fakeHost(), '/projects?tag=api')
  expect(shown()).toEqual(['Project three'])
  expect(filter().getByRole('link', { current: true }).textContent).toBe('api 1')
})

test('an unknown tag finds nothing and leaves the way back to all', () => {
  renderPage(<ProjectsPage projects={sampleProjects} />, fakeHost(), '/projects?tag=nothing')
  expect(shown()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('0 of 3 projects tagged nothing')
  expect(filter().getByRole('link', { name: 'All 3' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Show all projects' }))
  expect(shown()).toHaveLength(3)
})

test('a site without projects says so', () => {
  renderPage(<ProjectsPage projects={[]} />)
  expect(screen.getByRole('status').textContent).toBe('No project is listed yet.')
})

test('words are searched while they are typed, and stand in the address', async () => {
  const router = renderPage(<ProjectsPage projects={sampleProjects} />, fakeHost(), '/projects?tag=web')
  fireEvent.change(screen.getByLabelText('Search projects'), { target: { value: 'second' } })
  expect(shown()).toEqual(['Project two'])
  expect(router.state.location.search).toBe('?tag=web&q=second')
  expect(screen.getByRole('status').textContent).toBe('1 of 3 projects tagged web with “second”')
  fireEvent.click(filter().getByRole('link', { name: 'All 3' }))
  expect(router.state.location.search).toBe('?q=second')
})

test('an address with words opens with them, and going back takes them along', async () => {
  const router = renderPage(<ProjectsPage projects={sampleProjects} />, fakeHost(), '/projects?q=third')
  const field = screen.getByLabelText<HTMLInputElement>('Search projects')
  expect(field.value).toBe('third')
  expect(shown()).toEqual(['Project three'])
  await act(() => router.navigate('/projects?q=first'))
  expect(field.value).toBe('first')
  await act(() => router.navigate(-1))
  expect(field.value).toBe('third')
  fireEvent.change(field, { target: { value: '' } })
  expect(router.state.location.search).toBe('')
})
