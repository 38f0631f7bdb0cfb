import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import * as v from 'valibot'
import type { Person } from '../site/accounts.ts'
import { getCode, waitForEmail } from '../site/mailbox.ts'
import type { Key, Tab } from './engine.ts'
import { type Found, findElements, type Query, recordErrors } from './in-page.ts'

const libraryFolder = dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json'))
const library = readFileSync(join(libraryFolder, 'dist/@testing-library/dom.umd.min.js'), 'utf8')

const BoxSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
const FoundSchema = v.object({
  text: v.string(),
  value: v.string(),
  box: BoxSchema,
  target: v.nullable(v.object({ x: v.number(), y: v.number() })),
  isFocused: v.boolean(),
})
const FoundElementsSchema = v.pipe(v.string(), v.parseJson(), v.array(FoundSchema))

/** What a visitor does and sees in a tab of any engine. Every step waits until it is possible. */
export interface EngineVisitor {
  readonly tab: Tab
  opens(path: string): Promise<void>
  /** Opens a page without waiting for its scripts. */
  opensEarly(path: string): Promise<void>
  /** Expects the page with this address and title to be shown. */
  isAt(address: string, title: string): Promise<void>
  /** Expects exactly one visible element, and returns it. */
  sees(query: Query): Promise<Found>
  doesNotSee(query: Query): Promise<void>
  hasFocusOn(query: Query): Promise<void>
  clicks(query: Query): Promise<void>
  /** Replaces the content of the field with this label. */
  fills(label: string, value: string): Promise<void>
  presses(key: Key, held?: 'Control'): Promise<void>
  registers(person: Person): Promise<void>
  verifies(person: Person, api: APIRequestContext): Promise<void>
  logsIn(person: Person): Promise<void>
}

const main: Query = { role: 'main' }

/** Creates the steps of the visitor who uses `tab`, on the site at `origin`. */
export function createEngineVisitor(tab: Tab, origin: string): EngineVisitor {
  const evaluate = async (expression: string) => tab.evaluate(expression)
  const find = async (query: Query): Promise<readonly Found[]> => {
    const search = `(${findElements})(${JSON.stringify(query)})`
    let result = await evaluate(search)
    if (result === 'library missing') {
      await evaluate(`(${recordErrors})()`)
      await evaluate(`(() => { ${library}; return '' })()`)
      result = await evaluate(search)
    }
    return v.parse(FoundElementsSchema, result)
  }
  const sees = async (query: Query): Promise<Found> => {
    let found: readonly Found[] = []
    await expect
      .poll(
        async () => {
          found = await find(query)
          return found.length
        },
        `visible: ${JSON.stringify(query)}`,
      )
      .toBe(1)
    const [element] = found
    if (element === undefined) throw new Error('Unreachable: exactly one element was found.')
    return element
  }
  /** Waits until the element stands still and nothing covers it. */
  const findTarget = async (query: Query) => {
    let before = await sees(query)
    await expect
      .poll(
        async () => {
          const now = await sees(query)
          const isStill = JSON.stringify(now.box) === JSON.stringify(before.box)
          before = now
          return isStill && now.target !== null
        },
        `clickable: ${JSON.stringify(query)}`,
      )
      .toBe(true)
    if (before.target === null) throw new Error('Unreachable: the element has a target.')
    return before.target
  }
  const clicks = async (query: Query) => tab.click(await findTarget(query))
  // A page that is still loading may move the field or the focus: then, as a visitor would, again.
  const fills = (label: string, value: string) =>
    expect(async () => {
      await clicks({ label })
      await tab.press('a', 'Control')
      await tab.type(value)
      expect((await sees({ label })).value, `value of ${label}`).toBe(value)
    }).toPass({ timeout: 60_000 })
  const clicksButton = (name: string) => clicks({ role: 'button', name, within: main })
  return {
    tab,
    sees,
    clicks,
    fills,
    opens: (path) => tab.goTo(origin + path),
    async opensEarly(path) {
      const address = JSON.stringify(origin + path)
      await evaluate(`(() => { window.isLeft = true; location.href = ${address}; return '' })()`)
      const isOpen = 'String(window.isLeft !== true && document.body !== null)'
      await expect.poll(() => evaluate(isOpen).catch(String), `opened: ${path}`).toBe('true')
      await sees({ role: 'contentinfo' })
    },
    presses: (key, held) => tab.press(key, held),
    async isAt(address, title) {
      await expect
        .poll(async () => (await evaluate('location.href')).replace(origin, ''), 'address')
        .toBe(address)
      await expect.poll(() => evaluate('document.title'), 'title').toBe(`${title} | Ada Example`)
      await expect
        .poll(async () => (await find({ role: 'heading', within: main })).length, 'headings')
        .toBeGreaterThan(0)
    },
    async doesNotSee(query) {
      await expect.poll(async () => (await find(query)).length, `hidden: ${JSON.stringify(query)}`).toBe(0)
    },
    async hasFocusOn(query) {
      await expect
        .poll(async () => (await sees(query)).isFocused, `focus: ${JSON.stringify(query)}`)
        .toBe(true)
    },
    async registers({ username, email, password }) {
      await fills('Username', username)
      await fills('Email', email)
      await fills('Password', password)
      await clicksButton('Create account')
    },
    async verifies({ email }, api) {
      await fills('Verification code', getCode(await waitForEmail(api, email)))
      await tab.press('Enter')
    },
    async logsIn({ username, password }) {
      await fills('Username or email', username)
      await fills('Password', password)
      await clicksButton('Log in')
    },
  }
}
