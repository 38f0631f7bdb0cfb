import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { Host, SessionPort } from '@portico/kit/contract/contract.ts'
import {
  getAuthState,
  type SessionRecord,
  SessionRecordSchema,
  SessionResponseSchema,
} from '@portico/kit/session/session-record.ts'
import { createTestHost } from '@portico/kit/testing/host.tsx'
import { getNextName } from '@portico/protocol/session/next-page.ts'
import * as v from 'valibot'

/** The session record of a visitor whose email is verified. */
export const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

/** The same visitor in a response of the server. */
export const adaOnServer = { ...ada, email: 'ada@example.com' }

/** Some pages of other remotes. */
const pages: Host['pages'] = [
  { path: '/', access: 'open', title: 'HomePage' },
  { path: '/contact', access: 'private', title: 'Contact Us' },
  { path: '/projects/:name', access: 'private', title: 'Project' },
  { path: '/projects/:name/qr', access: 'private', title: 'Wa Bot Qr Gen' },
  { path: '/api', access: 'private', title: 'Api', nameInSentence: 'the API catalogue' },
  { path: '/api/rgb', access: 'private', title: 'Rgb', nameInSentence: 'the API catalogue' },
]

/** A host that records its calls: `events` are sign-ins, sign-outs, navigations and messages, `reports` are errors, `unsaved` whether changes are. */
export function createRecordingHost(record: SessionRecord | null = null) {
  const events: (SessionRecord | string)[] = []
  const reports: unknown[] = []
  const unsaved: boolean[] = []
  const host = createTestHost({
    session: createRecordingSession(record, (event) => void events.push(event)),
    nameNext: (address) => getNextName(pages, address),
    navigate: (to) => void events.push(`navigated to ${to}`),
    showMessage: (message) => void events.push(message),
    setUnsavedChanges: (isUnsaved) => void unsaved.push(isUnsaved),
    report: (error) => void reports.push(error),
  })
  return { host, events, reports, unsaved }
}

/** Reports a change once, as the shell does. What `read` returns never changes. */
function createRecordingSession(
  record: SessionRecord | null,
  onEvent: (event: SessionRecord | string) => void,
): SessionPort {
  const session = { authenticated: getAuthState(record), record }
  let current = record === null ? null : v.parse(SessionRecordSchema, record)
  const signIn = (next: SessionRecord) => {
    current = v.parse(SessionRecordSchema, next)
    onEvent(current)
  }
  const signOut = () => {
    if (current !== null) onEvent('signed out')
    current = null
  }
  return {
    read: () => session,
    subscribe: () => () => {},
    async refresh() {
      const response = await fetch(accountPaths.session)
      const { visitor } = v.parse(SessionResponseSchema, await response.json())
      const next = visitor && v.parse(SessionRecordSchema, visitor)
      if (next === null) signOut()
      else if (next.done && JSON.stringify(current) !== JSON.stringify(next)) signIn(next)
      return visitor
    },
    signIn,
    signOut,
  }
}
