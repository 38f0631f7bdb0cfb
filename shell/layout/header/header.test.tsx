import { HostContext, type Session } from '@portico/kit/contract/contract.ts'
import { createTestHost } from '@portico/kit/testing/host.tsx'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useMemo } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { site } from '../../testing/site.ts'
import { Header } from './header.tsx'

type State = Session['authenticated']

const createHost = (authenticated: State) => {
  const read = () => session
  const session: Session = { authenticated, record: null }
  const host = createTestHost()
  return { ...host, session: { ...host.session, read } }
}

function PageWithHeader({ authenticated }: { authenticated: State }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <HostContext value={useMemo(() => createHost(authenticated), [authenticated])}>
      <Header site={site} path={pathname} />
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Outside
      </button>
    </HostContext>
  )
}

function showHeader({ authenticated = false, at = '/' }: { authenticated?: State; at?: string } = {}) {
  return render(
    <MemoryRouter initialEntries={[at]}>
      <PageWithHeader authenticated={authenticated} />
    </MemoryRouter>,
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const getLinks = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

function getMenu(name: string): HTMLElement {
  const menu = document.getElementById(button(name).getAttribute('popovertarget') ?? '')
  if (menu === null) throw new Error(`The button ${name} opens no popover.`)
  return menu
}

/** Tells whether the menu was closed since the last call. */
function watchMenu(name: string) {
  const hidePopover = vi.spyOn(getMenu(name), 'hidePopover')
  return () => {
    const isClosed = hidePopover.mock.calls.length > 0
    hidePopover.mockClear()
    return isClosed
  }
}

test('the owner’s name links to the home page', () => {
  showHeader()
  expect(screen.getByRole('link', { name: 'Ada Example' }).getAttribute('href')).toBe('/')
})

test('the main links are Home, Projects, Api, Contact and About', () => {
  showHeader()
  const links = getLinks(screen.getByRole('navigation', { name: 'Main' }))
  expect(links).toEqual(['Home /', 'Projects /projects', 'Api /api', 'Contact /contact', 'About /about'])
})

test.each([
  ['/', ['Home']],
  ['/home', ['Home']],
  ['/HOME/', ['Home']],
  ['/api', ['Api']],
  ['/API/download/', ['Api']],
  ['/apis', []],
  ['/home/garden', []],
  ['/first', []],
])('at %s the links %j are marked as current', (at, current) => {
  showHeader({ at })
  const links = screen.queryAllByRole('link', { current: 'page' })
  expect(links.map((link) => link.textContent)).toEqual(current)
})

test.each([
  ['Facebook', site.social.facebook],
  ['Twitter', site.social.twitter],
  ['GitHub', site.social.github],
  ['WhatsApp', site.social.whatsapp],
  ['Instagram', site.social.instagram],
  ['YouTube', site.social.youtube],
])('the link to %s opens a new tab without an opener and says so', (name, address) => {
  showHeader()
  const link = screen.getByRole('link', { name: `${name} (opens in a new tab)` })
  expect(['href', 'target', 'rel'].map((attribute) => link.getAttribute(attribute))).toEqual([
    address,
    '_blank',
    'me noopener',
  ])
})

test.each([
  {
    state: 'signed in',
    authenticated: true,
    label: 'Profile',
    links: ['My Profile /profile', 'Change Profile /profile/update', 'Logout /logout'],
  },
  {
    state: 'signed out',
    authenticated: false,
    label: 'Get Start',
    links: ['Login /auth/login', 'Register /auth/register'],
  },
  {
    state: 'unverified',
    authenticated: null,
    label: 'Profile',
    links: ['Verify /profile/verify', 'Logout /logout'],
  },
])('the menu $label of a visitor who is $state has $links', ({ authenticated, label, links }) => {
  showHeader({ authenticated })
  expect(getLinks(getMenu(label))).toEqual(links)
})

test('no account menu is offered while the visitor’s state is unknown', () => {
  const { rerender } = showHeader()
  expect(screen.getAllByRole('button').length).toBe(3)
  rerender(
    <MemoryRouter>
      <PageWithHeader authenticated={undefined} />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['', 'Outside'])
})

// The browser opens and closes the popovers: e2e/journeys/layout.spec.ts and keyboard.spec.ts.
describe.each(['Menu', 'Get Start'])('the menu %s', (name) => {
  test('the menu is a popover, so it opens before any script runs', () => {
    showHeader()
    expect(getMenu(name).getAttribute('popover')).toBe('auto')
  })

  test('the menu closes when the path changes', () => {
    showHeader()
    const isClosed = watchMenu(name)
    fireEvent.click(button('Outside'))
    expect(isClosed()).toBe(true)
  })

  test('the menu closes when the focus leaves it, and stays open while the focus moves inside', () => {
    showHeader()
    const isClosed = watchMenu(name)
    act(() => within(getMenu(name)).getAllByRole('link')[1]?.focus())
    expect(isClosed()).toBe(false)
    act(() => button('Outside').focus())
    expect(isClosed()).toBe(true)
  })

  test('the menu closes and returns the focus when a link is followed, even to the current page', () => {
    const [at, link] = name === 'Menu' ? ['/about', 'About'] : ['/auth/login', 'Login']
    showHeader({ at })
    const isClosed = watchMenu(name)
    fireEvent.click(screen.getByRole('link', { name: link }))
    expect(isClosed()).toBe(true)
    expect(document.activeElement).toBe(button(name))
  })
})
