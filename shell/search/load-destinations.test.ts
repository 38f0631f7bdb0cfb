import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { expect, test } from 'vitest'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { loadDestinations } from './load-destinations.ts'

const destination = { name: 'One', path: '/things/one' }

function load(
  pages: readonly Pick<RemotePage, 'path' | 'access' | 'content'>[],
  authenticated: boolean | null | undefined,
  loadFromRemote: RemoteLoader['loadDestinations'] = async () => [destination],
  loadContent: () => Promise<unknown> = async () => ({}),
) {
  const remotes = [createSelectedRemote(pages.map((page) => ({ ...page, title: page.path })))]
  return loadDestinations({
    remotes,
    loader: { loadDestinations: loadFromRemote },
    session: { read: () => ({ authenticated, record: null }) },
    content: { page: null, all: undefined, load: loadContent },
  })
}

const things: Pick<RemotePage, 'path' | 'access'> = { path: '/things/:name', access: 'private' }

test('a remote with pages that have parameters is asked for their addresses', async () => {
  expect(await load([things], true)).toEqual([destination])
})

test.each([
  ['whose pages have no parameters', [{ path: '/things', access: 'private' } as const], true],
  ['whose pages the visitor may not open', [things], false],
  ['while the visitor is unknown', [things], undefined],
])('a remote %s is not loaded', async (_, pages, authenticated) => {
  expect(await load(pages, authenticated)).toEqual([])
})

test('a remote that fails to load has no destinations', async () => {
  expect(await load([things], true, () => Promise.reject(new Error('unreachable')))).toEqual([])
})

test('a remote that shows the owner’s content waits for it, and has no destinations without', async () => {
  const shows = { ...things, content: { project: { from: 'projects.:name' } } }
  const fail = () => Promise.reject(new Error('unreachable'))
  expect(await load([shows], true)).toEqual([destination])
  expect(await load([shows], true, undefined, fail)).toEqual([])
  expect(await load([things], true, undefined, fail)).toEqual([destination])
})
