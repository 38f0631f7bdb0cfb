import { emptyContent } from '@portico/kit/content/content.ts'
import { renderPage } from '@portico/kit/testing/host.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { ProjectsSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { getSample } from '../../testing/sample-content.ts'
import { ProjectsPage } from './route.tsx'

const content = getSample({ selection: selections.projects, schema: ProjectsSchema })
const shown = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const filter = () => within(screen.getByRole('navigation', { name: 'Filter by tag' }))

test('every project has a card with its summary, tags and links', () => {
  renderPage(<ProjectsPage content={content} />)
  expect(shown()).toEqual(['Project one', 'Project two', 'Project three'])
  expect(screen.getByText('The second')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Tags of Project three' }).textContent).toBe('webapi')
  expect(screen.getByRole('link', { name: 'Visit Project two' }).getAttribute('href')).toBe(
    'https://two.example/',
  )
})

test('only a bot links to its QR code', () => {
  renderPage(<ProjectsPage content={content} />)
  const links = screen.getAllByRole('link', { name: /^QR code/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects/one/qr'])
})

test('selecting a tag filters the cards and changes the URL', () => {
  const router = renderPage(<ProjectsPage content={content} />, { at: '/projects' })
  fireEvent.click(filter().getByRole('link', { name: 'web 2' }))
  expect(router.getLocation().search).toBe('?tag=web')
  expect(shown()).toEqual(['Project two', 'Project three'])
  expect(screen.getByRole('status').textContent).toBe('2 of 3 projects tagged web')
  fireEvent.click(filter().getByRole('link', { name: 'All 3' }))
  expect(router.getLocation().search).toBe('')
  expect(shown()).toHaveLength(3)
})

test('a URL with a tag opens filtered with the tag selected', () => {
  renderPage(<ProjectsPage content={content} />, { at: '/projects?tag=api' })
  expect(shown()).toEqual(['Project three'])
  expect(filter().getByRole('link', { current: true }).textContent).toBe('api 1')
})

test('an unknown tag matches nothing and offers a link to all projects', () => {
  renderPage(<ProjectsPage content={content} />, { at: '/projects?tag=nothing' })
  expect(shown()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('0 of 3 projects tagged nothing')
  expect(filter().getByRole('link', { name: 'All 3' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Show all projects' }))
  expect(shown()).toHaveLength(3)
})

test('a site without projects says so', () => {
  renderPage(
    <ProjectsPage
      content={getSample({ selection: selections.projects, schema: ProjectsSchema, content: emptyContent })}
    />,
  )
  expect(screen.getByRole('status').textContent).toBe('No projects yet.')
})

test('typing searches immediately and changes the URL', async () => {
  const router = renderPage(<ProjectsPage content={content} />, { at: '/projects?tag=web' })
  fireEvent.change(screen.getByLabelText('Search projects'), { target: { value: 'second' } })
  expect(shown()).toEqual(['Project two'])
  expect(router.getLocation().search).toBe('?tag=web&q=second')
  expect(screen.getByRole('status').textContent).toBe('1 of 3 projects tagged web matching “second”')
  fireEvent.click(filter().getByRole('link', { name: 'All 3' }))
  expect(router.getLocation().search).toBe('?q=second')
})

test('a character that is typed as soon as the field is there stays', async () => {
  function FastVisitor() {
    useLayoutEffect(() => {
      const field = screen.getByLabelText<HTMLInputElement>('Search projects')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 's')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, [])
    return null
  }
  const page = (
    <>
      <ProjectsPage content={content} />
      <FastVisitor />
    </>
  )
  await act(async () => {
    renderPage(page, { at: '/projects' })
  })
  expect(screen.getByLabelText<HTMLInputElement>('Search projects').value).toBe('s')
})

test('a URL with a search opens with it, and going back restores the previous search', async () => {
  const router = renderPage(<ProjectsPage content={content} />, { at: '/projects?q=third' })
  const field = screen.getByLabelText<HTMLInputElement>('Search projects')
  expect(field.value).toBe('third')
  expect(shown()).toEqual(['Project three'])
  await act(() => router.navigate('/projects?q=first'))
  expect(field.value).toBe('first')
  await act(() => router.navigate(-1))
  expect(field.value).toBe('third')
  fireEvent.change(field, { target: { value: '' } })
  expect(router.getLocation().search).toBe('')
})
