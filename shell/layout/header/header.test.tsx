import type { Session } from '@portico/shared/contract/contract.ts'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { describe, expect, test } from 'vitest'
import { site } from '../../testing/site.ts'
import { Header } from './header.tsx'

type State = Session['authenticated']

function PageWithHeader({ authenticated }: { authenticated: State }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <Header site={site} session={{ authenticated, record: null }} path={pathname} />
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Outside
      </button>
    </>
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
const isOpen = (name: string) => button(name).getAttribute('aria-expanded') === 'true'
const linksOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

function panelOf(name: string): HTMLElement {
  const panel = document.getElementById(button(name).getAttribute('aria-controls') ?? '')
  if (panel === null) throw new Error(`The button ${name} controls nothing.`)
  return panel
}

test('the owner’s name leads home', () => {
  showHeader()
  expect(screen.getByRole('link', { name: 'Ada Example' }).getAttribute('href')).toBe('/')
})

test('the main links are Home, Projects, Api, Contact and About', () => {
  showHeader()
  const links = linksOf(screen.getByRole('navigation', { name: 'Main' }))
  expect(links).toEqual(['Home /', 'Projects /projects', 'Api /api', 'Contact /contact', 'About /about'])
})

test('the link of the page, or of the page above it, is marked as the current one', () => {
  showHeader({ at: '/api/download' })
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Api'])
})

test.each([
  ['Facebook', site.social.facebook],
  ['Twitter', site.social.twitter],
  ['GitHub', site.social.github],
  ['WhatsApp', site.social.whatsapp],
  ['Instagram', site.social.instagram],
  ['YouTube', site.social.youtube],
])('%s opens in a new tab that cannot reach this one, and says so', (name, address) => {
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
])('a visitor who is $state opens $label with $links', ({ authenticated, label, links }) => {
  showHeader({ authenticated })
  expect(within(panelOf(label)).queryAllByRole('link')).toEqual([])
  fireEvent.click(button(label))
  expect(linksOf(panelOf(label))).toEqual(links)
})

test('while the visitor’s state is not known no account menu is offered', () => {
  const { rerender } = showHeader()
  expect(screen.getAllByRole('button').length).toBe(3)
  rerender(
    <MemoryRouter>
      <PageWithHeader authenticated={undefined} />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['', 'Outside'])
})

describe.each(['Menu', 'Get Start'])('%s', (name) => {
  test('is closed until it is pressed, and closes when it is pressed again', () => {
    showHeader()
    expect(isOpen(name)).toBe(false)
    fireEvent.click(button(name))
    expect(isOpen(name)).toBe(true)
    fireEvent.click(button(name))
    expect(isOpen(name)).toBe(false)
  })

  test('closes when the path changes, and stays closed on the way back', () => {
    showHeader()
    fireEvent.click(button(name))
    fireEvent.click(button('Outside'))
    expect(isOpen(name)).toBe(false)
    fireEvent.click(screen.getByRole('link', { name: 'Ada Example' }))
    expect(isOpen(name)).toBe(false)
  })

  test('closes on Escape and takes the focus back', () => {
    showHeader()
    fireEvent.click(button(name))
    within(panelOf(name)).getAllByRole('link')[0]?.focus()
    fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' })
    expect(isOpen(name)).toBe(false)
    expect(document.activeElement).toBe(button(name))
  })

  test('closes on a press elsewhere and leaves the focus there', () => {
    showHeader()
    fireEvent.click(button(name))
    fireEvent.pointerDown(button('Outside'))
    expect(isOpen(name)).toBe(false)
    expect(document.activeElement).not.toBe(button(name))
  })

  test('closes when the focus leaves it, and not while the focus moves within', () => {
    showHeader()
    fireEvent.click(button(name))
    act(() => within(panelOf(name)).getAllByRole('link')[1]?.focus())
    expect(isOpen(name)).toBe(true)
    act(() => button('Outside').focus())
    expect(isOpen(name)).toBe(false)
  })

  test('closes when a link in it is followed, even to the page that is shown', () => {
    const [at, link] = name === 'Menu' ? ['/about', 'About'] : ['/auth/login', 'Login']
    showHeader({ at })
    fireEvent.click(button(name))
    fireEvent.click(screen.getByRole('link', { name: link }))
    expect(isOpen(name)).toBe(false)
    expect(document.activeElement).toBe(button(name))
  })
})

test('opening one menu closes the other', () => {
  showHeader()
  fireEvent.click(button('Menu'))
  fireEvent.pointerDown(button('Get Start'))
  fireEvent.click(button('Get Start'))
  expect([isOpen('Menu'), isOpen('Get Start')]).toEqual([false, true])
})
