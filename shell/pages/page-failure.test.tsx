import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { describe, expect, test } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const main = () => screen.getByRole('main')

const chunkFailed = Object.assign(new Error('Loading chunk 12 failed.\n(missing: /r/new/12.js)'), {
  name: 'ChunkLoadError',
})
const Thrower = () => {
  throw new Error('broken while it is drawn')
}

/** Fails the given `attempts`. */
function failing(attempts: readonly number[], failure: Error | ComponentType) {
  return (path: string, attempt: number) => {
    if (path !== '/secret' || !attempts.includes(attempt)) return undefined
    return failure instanceof Error ? Promise.reject(failure) : failure
  }
}

test('a page that fails to load shows the cause and the owner, inside the working layout', async () => {
  openSite({ at: '/secret', visitor: ada, load: failing([1], chunkFailed) })
  await heading('Chunk load error')
  expect(document.title).toBe('Secret | Ada Example')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Chunk load error'))
  expect(main().textContent).toContain(
    "This page couldn't load. Owner: New team. The rest of the site still works.",
  )
  expect(main().textContent).toContain('new@1.2.0-0a1b2c3d chunk network')
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
})

test('a visitor who is offline is not told that the rest of the site works', async () => {
  openSite({ at: '/secret', visitor: ada, isOnline: false, load: failing([1], chunkFailed) })
  await heading('Chunk load error')
  expect(main().textContent).toContain(
    "This page couldn't load because you're offline. Owner: New team. Check your connection and retry.",
  )
  expect(main().textContent).not.toContain('still works')
})

test.each([contractVersion + 1, contractVersion - 2])(
  'a page of a release for contract %i, which the shell does not accept, names its team',
  async (version) => {
    openSite({ at: '/secret', visitor: ada, contractVersion: version })
    await heading('Chunk load error')
    expect(main().textContent).toContain(
      "This page isn't compatible with this version of the site. Owner: New team. The rest of the site still works.",
    )
    expect(main().textContent).toContain('new@1.2.0-0a1b2c3d module contract')
  },
)

test('a page of the contract before the newest mounts', async () => {
  openSite({ at: '/secret', visitor: ada, contractVersion: contractVersion - 1 })
  await heading('Secret')
})

test('a page that throws while rendering shows so', async () => {
  const { caught } = openSite({ at: '/secret', visitor: ada, load: failing([1], Thrower) })
  await heading('Chunk load error')
  expect(main().textContent).toContain('This page stopped working.')
  expect(caught).toHaveBeenCalledOnce()
})

test.each([
  { what: 'failed to load', failure: chunkFailed },
  { what: 'threw while rendering', failure: Thrower },
])('Retry starts a new attempt for a page that $what, and focuses its heading', async ({ failure }) => {
  const site = openSite({ at: '/secret', visitor: ada, load: failing([1], failure) })
  await heading('Chunk load error')
  retry()
  await heading('Secret')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Secret'))
  expect(screen.queryByText('Chunk load error')).toBeNull()
  expect(site.requested.mock.calls).toEqual([
    ['/secret', 1],
    ['/secret', 2],
  ])
})

test.each([
  { what: 'fails to load', failure: chunkFailed },
  { what: 'throws while rendering', failure: Thrower },
])('Retry works again if the page $what again', async ({ failure }) => {
  const site = openSite({ at: '/secret', visitor: ada, load: failing([1, 2], failure) })
  await heading('Chunk load error')
  await act(async () => retry())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Chunk load error'))
  await act(async () => retry())
  await heading('Secret')
  expect(site.requested.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2, 3])
})

test('a link to the page itself loads a page that threw while rendering again', async () => {
  const site = openSite({ at: '/secret', visitor: ada, load: failing([1], Thrower) })
  // In the same task, before passive effects.
  const opened = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('heading', { level: 1, name: 'Chunk load error' }) === null) return
      observer.disconnect()
      resolve(site.go('/secret?a=b'))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await heading('Chunk load error')
  await opened
  await heading('Secret')
  expect(site.requested.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2])
})

test('Retry shows Loading... while the page loads', async () => {
  const code = Promise.withResolvers<undefined>()
  openSite({
    at: '/secret',
    visitor: ada,
    load: (_, attempt) =>
      attempt === 1 ? Promise.reject(chunkFailed) : code.promise.then(() => () => <h1>Late</h1>),
  })
  await heading('Chunk load error')
  await act(async () => retry())
  expect(screen.getByText('Loading...').getAttribute('role')).toBe('status')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await act(async () => code.resolve(undefined))
  await heading('Late')
})

test('leaving for the home page clears the failure, and coming back loads the page again', async () => {
  const site = openSite({ at: '/secret', visitor: ada, load: failing([1], chunkFailed) })
  await heading('Chunk load error')
  fireEvent.click(screen.getByRole('link', { name: 'Go to the home page' }))
  await heading('HomePage')
  await act(() => site.go('/secret'))
  await heading('Secret')
})

describe('a canary', () => {
  test.each([
    { what: 'fails to load', failure: chunkFailed },
    { what: 'throws while rendering', failure: Thrower },
  ])(
    'a canary that $what falls back to stable, and the visitor never sees a failure',
    async ({ failure }) => {
      const seen: string[] = []
      const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''))
      observer.observe(document.body, { childList: true, subtree: true })
      const { shown } = openSite({
        at: '/secret',
        visitor: ada,
        load: failing([1], failure),
        isCanary: true,
      })
      await heading('Secret')
      await waitFor(() => expect(shown).toHaveLength(1))
      expect(shown[0]).toMatch(/^fallback /)
      observer.disconnect()
      expect(seen.join()).not.toContain('Chunk load error')
      expect(screen.queryByText('Loading...')).toBeNull()
    },
  )

  test('a canary that is healthy stays', async () => {
    const { shown } = openSite({
      at: '/secret',
      visitor: ada,
      load: () => () => <h1 tabIndex={-1}>New secret</h1>,
      isCanary: true,
    })
    await heading('New secret')
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]).toMatch(/^canary /)
  })
})
