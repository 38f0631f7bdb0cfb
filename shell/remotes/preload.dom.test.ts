import { expect, test } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { preloadPage } from './preload.ts'

const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const remotes = [
  createSelectedRemote([{ path: '/' }], { name: 'home' }),
  createSelectedRemote([{ path: '/things/:id', access: 'private' }, { path: '/things' }], { name: 'things' }),
]

test.each([
  { who: 'signed in', visitor: ada, names: ['things'] },
  { who: 'signed out', visitor: null, names: [] },
  { who: 'not known yet', visitor: undefined, names: [] },
])('the remotes preloaded for a visitor who is $who depend on what they may open', ({ visitor, names }) => {
  const session = createSessionStore(createTestBrowser({ blocksReading: visitor === undefined }).openTab())
  session.start()
  if (visitor) session.signIn(visitor)
  const preloaded: string[] = []
  const loader = { preload: ({ name }: (typeof remotes)[number]) => void preloaded.push(name) }
  preloadPage({ remotes, session, loader }, '/things/1')
  expect(preloaded).toEqual(names)
})
