import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import type { URLSearchParamsInit } from 'react-router'
import { describe, expect, test } from 'vitest'
import { createTestRouter } from '../testing/test-router.tsx'
import { Link, NavLink, useLocation, useSearchParams } from './router.ts'

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

function open(path: string, page = <Page />) {
  const router = createTestRouter(page, { at: path })
  render(router.node)
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
  fireEvent.click(link('Other'))
  expect(where()).toBe('/other "kept"')
  expect(router.countEntries()).toBe(1)
  fireEvent.click(link('Home'))
  expect(router.countEntries()).toBe(2)
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

describe('useSearchParams', () => {
  function Filters({ defaults }: { readonly defaults?: URLSearchParamsInit }) {
    const [query, setQuery] = useSearchParams(defaults)
    const add = () =>
      setQuery((before) => {
        before.append('tag', 'new')
        return before
      })
    return (
      <>
        <output>{query.toString()}</output>
        <button type="button" onClick={add}>
          Add
        </button>
        <button
          type="button"
          onClick={() => setQuery({ tag: ['one', 'two'] }, { replace: true, state: 'kept' })}
        >
          Set
        </button>
      </>
    )
  }

  const shown = () => screen.getByRole('status').textContent
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('the query is read from the location and changed by a navigation', () => {
    const router = open('/projects?q=a%20b#c', <Filters />)
    expect(shown()).toBe('q=a+b')
    press('Add')
    expect(shown()).toBe('q=a+b&tag=new')
    expect(router.getLocation()).toMatchObject({ pathname: '/projects', search: '?q=a+b&tag=new', hash: '' })
    press('Set')
    expect(shown()).toBe('tag=one&tag=two')
    expect(router.getLocation().state).toBe('kept')
  })

  test('a query that is changed before the last change is rendered keeps that', () => {
    const router = open('/projects?q=a', <Filters />)
    act(() => {
      press('Add')
      press('Add')
    })
    expect(router.getLocation().search).toBe('?q=a&tag=new&tag=new')
  })

  test('the query that a page has changed is not that of its location', () => {
    const router = open('/?q=a', <Filters />)
    press('Add')
    act(() => router.navigate(-1))
    expect(shown()).toBe('q=a')
  })

  test('defaults fill in what the location lacks, until the query is set', () => {
    open('/?tag=bot', <Filters defaults={{ tag: 'web', sort: 'name' }} />)
    expect(shown()).toBe('tag=bot&sort=name')
    press('Set')
    expect(shown()).toBe('tag=one&tag=two')
  })

  test('the query stays the same object while the location does', () => {
    const seen = new Set<URLSearchParams>()
    const Watch = () => {
      const [, render] = useState(0)
      seen.add(useSearchParams()[0])
      return (
        <button type="button" onClick={() => render((count) => count + 1)}>
          Render
        </button>
      )
    }
    open('/?q=a', <Watch />)
    press('Render')
    expect(seen.size).toBe(1)
  })
})
