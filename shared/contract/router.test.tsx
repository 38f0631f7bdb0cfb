import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Link, NavLink, useLocation } from './router.ts'

function Page() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <p role="status">{`${pathname}${search} ${JSON.stringify(state)}`}</p>
      <Link to="/other" state="kept">
        Other
      </Link>
      <Link to="?tag=bot">Tag</Link>
      <Link to="/other" target="_blank">
        New tab
      </Link>
      <Link to="/other" onClick={(event) => event.preventDefault()}>
        Not now
      </Link>
      <NavLink to="/">Home</NavLink>
      <NavLink to="/projects">Projects</NavLink>
      <NavLink to="/projects" end>
        All projects
      </NavLink>
    </>
  )
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return router
}

const link = (name: string) => screen.getByRole('link', { name })
const where = () => screen.getByRole('status').textContent

test('a link opens its page without a page load', () => {
  open('/')
  expect(link('Other').getAttribute('href')).toBe('/other')
  expect(fireEvent.click(link('Other'))).toBe(false)
  expect(where()).toBe('/other "kept"')
})

test('a link with another query stays on the page', () => {
  open('/projects')
  expect(link('Tag').getAttribute('href')).toBe('/projects?tag=bot')
  fireEvent.click(link('Tag'))
  expect(where()).toBe('/projects?tag=bot null')
})

test('a link to the current address adds no history entry', () => {
  const router = open('/other')
  const changes = vi.fn<(action: string) => void>()
  router.subscribe(({ historyAction }) => changes(historyAction))
  fireEvent.click(link('Other'))
  expect(changes).toHaveBeenLastCalledWith('REPLACE')
})

test.each([
  { press: 'with a key for a new tab', name: 'Other', keys: { ctrlKey: true } },
  { press: 'on a link for a new tab', name: 'New tab', keys: {} },
])('a press $press is the browser’s', ({ name, keys }) => {
  open('/')
  // Tests have no browser to open links.
  let isLeft = false
  document.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  fireEvent.click(link(name), keys)
  expect(isLeft).toBe(true)
  expect(where()).toBe('/ null')
})

test('preventing the click’s default keeps the page', () => {
  open('/')
  fireEvent.click(link('Not now'))
  expect(where()).toBe('/ null')
})

test.each([
  { path: '/', here: ['Home'] },
  { path: '/projects', here: ['Projects', 'All projects'] },
  { path: '/projects/bot', here: ['Projects'] },
  { path: '/projectspace', here: [] },
])('on $path the links of $here say so', ({ path, here }) => {
  open(path)
  const current = screen.getAllByRole('link').filter((it) => it.getAttribute('aria-current') === 'page')
  expect(current.map(({ textContent }) => textContent)).toEqual(here)
})
