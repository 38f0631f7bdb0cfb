import { describe, expect, test } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { preloadPage, warmLinkedPages } from './preload.ts'

const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const remotes = [
  createSelectedRemote([{ path: '/' }], { name: 'home' }),
  createSelectedRemote(
    [
      { path: '/things/:id', access: 'private' },
      { path: '/things' },
      { path: '/mine', content: { featured: { from: 'featured' } } },
    ],
    { name: 'things' },
  ),
]

const visitors = [
  { who: 'signed in', visitor: ada, names: ['things'] },
  { who: 'signed out', visitor: null, names: [] },
  { who: 'not known yet', visitor: undefined, names: [] },
]

function createParts(visitor: typeof ada | null | undefined) {
  const session = createSessionStore(
    createTestBrowser({ blocksReading: visitor === undefined }).openTab(),
    loadedCodec,
  )
  session.start()
  if (visitor) session.signIn(visitor)
  const preloaded: string[] = []
  const warmed: string[] = []
  const loader = {
    preload: ({ name }: (typeof remotes)[number]) => void preloaded.push(name),
    warm: ({ name }: (typeof remotes)[number], path: string) => void warmed.push(`${name} ${path}`),
  }
  const content = { load: async () => void warmed.push('content') }
  return { options: { remotes, session, loader, content }, preloaded, warmed }
}

test.each(visitors)(
  'the remotes preloaded for a visitor who is $who depend on what they may open',
  ({ visitor, names }) => {
    const { options, preloaded } = createParts(visitor)
    preloadPage(options, '/things/1')
    expect(preloaded).toEqual(names)
  },
)

describe('a link', () => {
  /** Shows a link, turns to it, and returns the pages that were warmed. */
  function turnTo(
    href: string,
    {
      visitor = ada,
      saveData = false,
      type = 'pointerover',
    }: { visitor?: typeof ada | null; saveData?: boolean; type?: string } = {},
  ) {
    document.body.innerHTML = `<p><a href="${href}"><b>A thing</b></a></p>`
    const { options, warmed } = createParts(visitor)
    const settings = { navigator: { connection: { saveData } }, matchMedia: () => ({ matches: false }) }
    warmLinkedPages(options, { document, location, ...settings })
    document.querySelector('b')?.dispatchEvent(new Event(type, { bubbles: true }))
    return warmed
  }

  test.each(['pointerover', 'focusin'])('%s warms its page', (type) => {
    expect(turnTo('/things/1', { type })).toEqual(['things /things/:id'])
  })

  test('warms the owner’s content that its page shows', () => {
    expect(turnTo('/mine')).toEqual(['things /mine', 'content'])
  })

  test('warms nothing that the visitor may not open', () => {
    expect(turnTo('/things/1', { visitor: null })).toEqual([])
  })

  test.each([
    { what: 'to another site', href: 'https://other.example/things/1' },
    { what: 'to no page', href: '/nothing' },
  ])('a link $what warms nothing', ({ href }) => {
    expect(turnTo(href)).toEqual([])
  })

  test('warms nothing for a visitor who saves data', () => {
    expect(turnTo('/things/1', { saveData: true })).toEqual([])
  })
})
