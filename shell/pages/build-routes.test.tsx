import { PageNotFound, useHost } from '@portico/kit/contract/contract.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

const eve = { ...ada, username: 'eve', isVerify: false }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const onlyHeading = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Count ${count}`}
      </button>
    </h1>
  )
}

test('the page of a visitor is mounted anew for another one who has signed in elsewhere, but not for a new name', async () => {
  const site = openSite({ at: '/secret', visitor: ada, load: () => Counter })
  fireEvent.click(await screen.findByRole('button', { name: 'Count 0' }))
  await act(async () => site.session.signIn({ ...ada, username: 'countess' }))
  await screen.findByRole('button', { name: 'Count 1' })
  const token = encodeSessionToken({ ...ada, username: 'grace' })
  act(() => site.browser.openTab().localStorage.setItem(sessionTokenKey, token))
  await screen.findByRole('button', { name: 'Count 0' })
})

beforeEach(() => {
  document.title = ''
})

describe('the guard', () => {
  test.each([
    {
      who: 'signed out',
      visitor: null,
      at: '/secret?a=b%20c#d',
      address: '/auth/login?next=%2Fsecret%3Fa%3Db%2520c%23d',
      page: 'Login',
    },
    {
      who: 'unverified',
      visitor: eve,
      at: '/secret',
      address: '/profile/verify?next=%2Fsecret',
      page: 'Email Verification',
    },
    { who: 'unverified', visitor: eve, at: '/', address: '/profile/verify', page: 'Email Verification' },
    {
      who: 'signed in',
      visitor: ada,
      at: '/auth/login?next=%2Fsecret%23d',
      address: '/secret#d',
      page: 'Secret',
    },
    {
      who: 'signed in',
      visitor: ada,
      at: '/auth/login?next=%2F%2Fevil.example',
      address: '/',
      page: 'HomePage',
    },
    {
      who: 'signed in',
      visitor: ada,
      at: '/auth/login?next=%2Fauth%2Flogin',
      address: '/',
      page: 'HomePage',
    },
    { who: 'signed out', visitor: null, at: '/logout', address: '/auth/login', page: 'Login' },
  ])(
    '$who: $at leads to $address, and no other code is requested',
    async ({ visitor, at, address, page }) => {
      const site = openSite({ at, visitor })
      await heading(page)
      expect(site.address()).toBe(address)
      expect(site.requested.mock.calls).toEqual([[address.replace(/[?#].*/, ''), 1]])
    },
  )

  test.each(['/SECRET', '/secret/', '/%73ecret', '/secret?next=/', '/secret/of%2Fall'])(
    'protects every spelling of a private address: %s',
    async (at) => {
      const site = openSite({ at, visitor: null })
      await heading('Login')
      expect(site.requested.mock.calls).toEqual([['/auth/login', 1]])
    },
  )

  test('the guard waits while the visitor’s state is unknown, and requests no code', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const site = openSite({ at: '/secret', visitor: undefined })
    expect(screen.getByText('Loading...')).toBeDefined()
    expect(onlyHeading).toThrow()
    expect(site.requested).not.toHaveBeenCalled()
    await act(async () => site.session.signIn(ada))
    await heading('Secret')
    expect(site.requested.mock.calls).toEqual([['/secret', 1]])
  })

  test.each(['/', '/?a=b'])(
    'an unverified visitor whose session has ended is signed out and stays on %s',
    async (at) => {
      const site = openSite({ at, visitor: eve, fetch: async () => Response.json({ visitor: null }) })
      await heading('HomePage')
      expect(site.address()).toBe(at)
      expect(site.session.read().authenticated).toBe(false)
      expect(site.requested.mock.calls).toEqual([['/', 1]])
    },
  )

  test.each([
    { who: 'signed in', visitor: ada, to: '/secret', before: 'Secret', after: 'Login' },
    { who: 'unverified', visitor: eve, to: '/', before: 'Email Verification', after: 'HomePage' },
  ])(
    '$who: a navigation to $to leads to $before, and once the session has ended elsewhere to $after',
    async ({ visitor, to, before, after }) => {
      let hasEnded = false
      const answer = () => (hasEnded ? null : { ...visitor, email: 'ada@example.com' })
      const site = openSite({
        at: '/logout',
        visitor,
        fetch: async () => Response.json({ visitor: answer() }),
      })
      await heading('Logout')
      await act(() => site.go(to))
      await heading(before)
      await act(() => site.go('/logout'))
      await heading('Logout')
      hasEnded = true
      const shownBefore = site.shown.length
      await act(() => site.go(to))
      await heading(after)
      expect(site.shown).toHaveLength(shownBefore + 1)
      expect(site.session.read().authenticated).toBe(false)
    },
  )

  test('a navigation does not wait for a server that does not answer', async () => {
    const site = openSite({ at: '/', visitor: ada, fetch: () => new Promise(() => {}) })
    await heading('HomePage')
    await act(() => site.go('/secret'))
    await heading('Secret')
  })

  test('Back returns from the login page to the page whose link led there', async () => {
    const site = openSite({ at: '/', visitor: null })
    await heading('HomePage')
    await act(() => site.go('/secret'))
    await heading('Login')
    await act(() => site.goBack())
    await heading('HomePage')
    expect(site.address()).toBe('/')
  })

  test('the guard closes an open page when the visitor signs out, here or in another tab', async () => {
    const site = openSite({ at: '/secret', visitor: ada })
    await heading('Secret')
    await act(async () => site.browser.openTab().localStorage.clear())
    await heading('Login')
    expect(site.address()).toBe('/auth/login?next=%2Fsecret')
    expect(onlyHeading()).toEqual(['Login'])
  })

  test('the guard opens the requested page when the visitor signs in', async () => {
    const site = openSite({ at: '/secret', visitor: null })
    await heading('Login')
    await act(async () => site.session.signIn(eve))
    await heading('Email Verification')
    expect(site.address()).toBe('/profile/verify?next=%2Fsecret')
    await act(async () => site.session.signIn(ada))
    await heading('Secret')
    expect(site.address()).toBe('/secret')
  })
})

describe('a page', () => {
  test('a page sets the title', async () => {
    openSite({ at: '/', visitor: null })
    await heading('HomePage')
    expect(document.title).toBe('HomePage | Ada Example')
  })

  test('a page can set a more specific title', async () => {
    function Reset() {
      useLayoutEffect(() => {
        document.title = 'Reset Password | Ada Example'
      }, [])
      return <h1 tabIndex={-1}>Reset your password</h1>
    }
    openSite({ at: '/auth/login', visitor: null, load: () => Reset })
    await heading('Reset your password')
    expect(document.title).toBe('Reset Password | Ada Example')
  })

  test('another query of the open page is in the URL immediately', async () => {
    const site = openSite({ at: '/', visitor: ada })
    await heading('HomePage')
    await act(async () => {
      void site.go('/?a=b')
      expect(site.address()).toBe('/?a=b')
    })
    expect(onlyHeading()).toEqual(['HomePage'])
  })

  test('a page shows Loading... in the layout until its code has loaded', async () => {
    const code = Promise.withResolvers<undefined>()
    const site = openSite({
      at: '/',
      visitor: ada,
      load: (path) => (path === '/secret' ? code.promise : undefined),
    })
    await heading('HomePage')
    await act(async () => void site.go('/secret'))
    expect(screen.getByText('Loading...').getAttribute('role')).toBe('status')
    expect(screen.getByRole('banner')).toBeDefined()
    expect(screen.getByRole('contentinfo')).toBeDefined()
    expect(onlyHeading).toThrow()
    await act(async () => code.resolve(undefined))
    await heading('Secret')
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('a page focuses its heading after a navigation, but not on the first load', async () => {
    const site = openSite({ at: '/', visitor: ada })
    await heading('HomePage')
    expect(document.activeElement).toBe(document.body)
    await act(() => site.go('/secret'))
    await heading('Secret')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Secret'))
  })

  test('a page keeps its state when only the query changes or the session is refreshed', async () => {
    const site = openSite({ at: '/secret', visitor: ada, load: () => () => <Counter /> })
    fireEvent.click(await screen.findByRole('button', { name: 'Count 0' }))
    await act(() => site.go('/secret?filter=new'))
    await act(async () => site.session.signIn({ ...ada, gmail: true }))
    expect(screen.getByRole('button', { name: 'Count 1' })).toBeDefined()
  })
})

describe('an unknown address', () => {
  const nowhere = ['/no/such/page', '/secret/of/nothing', '/%E0%A4%A']

  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {}) // the router warns about a malformed address
  })

  test.each(nowhere)('%s shows Page Not Found to a visitor who is signed in', async (at) => {
    const site = openSite({ at, visitor: ada })
    await heading('Page Not Found')
    expect(document.title).toBe('Page Not Found | Ada Example')
    expect(site.address()).toBe(at)
    expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toBe('/')
  })

  test.each(nowhere)('%s is private', async (at) => {
    const site = openSite({ at, visitor: null })
    await heading('Login')
    expect(site.address()).toBe(`/auth/login?next=${encodeURIComponent(at)}`)
  })

  test('an unknown address can be reported by a page itself', async () => {
    const site = openSite({
      at: '/secret/unknown',
      visitor: ada,
      load: () => () => {
        throw new PageNotFound()
      },
    })
    await heading('Page Not Found')
    expect(document.title).toBe('Page Not Found | Ada Example')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await act(() => site.go('/no/such/page'))
    await heading('Page Not Found')
  })
})

describe('what a page leaves behind', () => {
  const createLeaver = (signals: AbortSignal[]) =>
    function Leaver() {
      const { signal } = useHost()
      useEffect(() => {
        if (signal) signals.push(signal)
        document.body.classList.add('locked')
      }, [signal])
      return <h1 tabIndex={-1}>Leaver</h1>
    }

  test('ends or goes with it: the host’s signal on the next page, the rest on that of another remote', async () => {
    const signals: AbortSignal[] = []
    const Leaver = createLeaver(signals)
    const site = openSite({
      at: '/secret',
      visitor: ada,
      load: (path) => (path === '/' ? undefined : Leaver),
    })
    await heading('Leaver')
    await act(() => site.go('/secret?query'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await act(() => site.go('/'))
    await heading('HomePage')
    expect([signals.map(({ aborted }) => aborted), document.body.className]).toEqual([[true], 'locked'])
    await act(() => site.go('/secret'))
    await heading('Leaver')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    await act(() => site.go('/nowhere'))
    await heading('Page Not Found')
    expect([signals.map(({ aborted }) => aborted), document.body.className]).toEqual([[true, true], ''])
  })
})
