import { PageNotFound } from '@portico/kit/contract/contract.ts'
import { type PageEvent, PageEventSchema, pageEvent } from '@portico/protocol/release/page-event.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { type ComponentType, useEffect, useLayoutEffect } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, openSite } from '../testing/open-site.tsx'

let events: PageEvent[] = []
const record = (event: Event) =>
  events.push(v.parse(PageEventSchema, event instanceof CustomEvent ? event.detail : null))
beforeEach(() => {
  events = []
  document.addEventListener(pageEvent, record)
})
afterEach(() => document.removeEventListener(pageEvent, record))

const release = { remote: 'new', release: '1.2.0-0a1b2c3d' }
const failed = (error: string) => ({ state: 'failed', ...release, path: '/secret', error })
const open = (load: () => ComponentType | Promise<never>) =>
  openSite({ at: '/secret', visitor: ada, load: (path) => (path === '/secret' ? load() : undefined) })

test('a page that has mounted is announced once, with its release and its path', async () => {
  const site = openSite({ at: '/secret', visitor: ada })
  await waitFor(() => expect(events).toEqual([{ state: 'mounted', ...release, path: '/secret' }]))
  await act(() => site.go('/secret/one'))
  await waitFor(() => expect(events.at(-1)).toEqual({ state: 'mounted', ...release, path: '/secret/:name' }))
  expect(events).toHaveLength(2)
})

function ThrowsInEffect() {
  useEffect(() => {
    throw new Error('in an effect')
  }, [])
  return <h1>Secret</h1>
}
function ThrowsInLayoutEffect() {
  useLayoutEffect(() => {
    throw new Error('in a layout effect')
  }, [])
  return <h1>Secret</h1>
}

test.each([
  {
    what: 'throws while rendering',
    Page: () => {
      throw new Error('while rendering')
    },
    error: 'Error: while rendering',
  },
  {
    what: 'throws no error',
    Page: () => {
      throw 'only a text'
    },
    error: 'only a text',
  },
  { what: 'throws in an effect', Page: ThrowsInEffect, error: 'Error: in an effect' },
  { what: 'throws in a layout effect', Page: ThrowsInLayoutEffect, error: 'Error: in a layout effect' },
  {
    what: 'does not exist',
    Page: () => {
      throw new PageNotFound('nothing here')
    },
    error: 'PageNotFound: nothing here',
  },
])('a page that $what is announced as failed, and never as mounted', async ({ Page, error }) => {
  open(() => Page)
  await waitFor(() => expect(events).toEqual([failed(error)]))
  await new Promise((resolve) => setTimeout(resolve)) // a timer of the page would have run by now
  expect(events).toHaveLength(1)
})

test('a page whose code fails to load is announced with the cause', async () => {
  open(() => Promise.reject(new Error('boom')))
  await screen.findByRole('heading', { level: 1, name: 'Chunk load error' })
  await waitFor(() => expect(events).toEqual([failed('LoadFailure: new: module: init: Error: boom')]))
})
