import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema } from '@portico/shared/account/session-response.ts'
import { type Host, HostContext, type Session } from '@portico/shared/contract/contract.ts'
import {
  getAuthState,
  type SessionRecord,
  SessionRecordSchema,
} from '@portico/shared/session/session-record.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import * as v from 'valibot'

/** A visitor whose address is confirmed by mail. */
export const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

/** The same as the server knows her. */
export const adaOnServer = { ...ada, email: 'ada@example.com' }

/** A host that keeps what it was told: who signed in, where to go, what was reported. */
export function fakeHost(record: SessionRecord | null = null) {
  const facts: (SessionRecord | string)[] = []
  const reports: unknown[] = []
  const session: Session = { authenticated: getAuthState(record), record }
  let current = record === null ? null : v.parse(SessionRecordSchema, record)
  const signIn = (next: SessionRecord) => {
    current = v.parse(SessionRecordSchema, next)
    facts.push(current)
  }
  const signOut = () => {
    if (current !== null) facts.push('signed out')
    current = null
  }
  const host: Host = {
    session: {
      read: () => session,
      subscribe: () => () => {},
      async refresh() {
        const response = await fetch(accountPaths.session)
        const { visitor } = v.parse(SessionResponseSchema, await response.json())
        if (visitor === null) signOut()
        else if (
          visitor.done &&
          JSON.stringify(current) !== JSON.stringify(v.parse(SessionRecordSchema, visitor))
        )
          signIn(visitor)
        return visitor
      },
      signIn,
      signOut,
    },
    site: {} as Site, // no page of this remote shows any of it
    pages: [],
    navigate: (to) => void facts.push(`to ${to}`),
    report: (error) => void reports.push(error),
  }
  return { host, facts, reports }
}

/** Renders a page at an address; returns the router, to read the address from. */
export function renderPage(Page: ComponentType, host: Host, at = '/') {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [at] })
  render(
    <HostContext value={host}>
      <RouterProvider router={router} />
    </HostContext>,
  )
  return router
}
