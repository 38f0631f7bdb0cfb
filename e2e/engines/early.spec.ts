import { expect } from '@playwright/test'
import { createAccount, createPerson } from '../site/accounts.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { test as base } from './fixtures.ts'
import { createEngineVisitor, type EngineVisitor } from './visitor.ts'

type Proxy = Awaited<ReturnType<typeof startHangingProxy>>

const everyScript = /\.js$/
const shellScripts = /^\/r\/shell\/.*\.js$/
const main = { role: 'main' }
const row = (name: string) => ({ text: name, within: { role: 'table' } })

interface EarlyFixtures {
  /** What is between the visitor and the site. */
  readonly network: Proxy
  /** A visitor on that network whose browser has shown a page, and cached no script. */
  readonly guest: EngineVisitor
  /** The same, signed in without a script. */
  readonly member: EngineVisitor
}

const test = base.extend<EarlyFixtures>({
  network: async ({ site }, use) => {
    const network = await startHangingProxy(site.origin)
    await use(network)
    network.stop()
  },
  guest: async ({ visitor: { tab }, network }, use) => {
    network.hold(everyScript)()
    const guest = createEngineVisitor(tab, network.origin)
    await guest.opens('/auth/login')
    await use(guest)
  },
  member: async ({ guest, playwright, site }, use) => {
    const person = createPerson()
    const { cookies } = await createAccount(playwright, site.origin, { person, isVerified: true })
    for (const { name, value } of cookies)
      await guest.tab.evaluate(`document.cookie = ${JSON.stringify(`${name}=${value}; path=/`)}`)
    await use(guest)
  },
})

test('what a visitor opens, chooses, types and sends before the scripts have loaded takes effect', async ({
  member,
  network,
}) => {
  let release = network.hold(everyScript)
  await member.opensEarly('/api/download')
  await member.clicks(row('Facebook video'))
  await member.clicks(row('APK by package'))
  await member.clicks({ role: 'radio', name: 'Dark' })
  const theme = 'getComputedStyle(document.documentElement).backgroundColor'
  await expect.poll(() => member.tab.evaluate(theme), 'without a script').toBe('rgb(14, 16, 19)')
  release()
  await member.isAt('/api/download?row=apk', 'Download')
  await member.sees({ role: 'region', name: 'APK by package' })
  await member.doesNotSee({ role: 'region', name: 'Facebook video' })

  release = network.hold(everyScript)
  await member.opensEarly('/api')
  expect(await member.tab.evaluate(theme), 'the first paint is dark').toBe('rgb(14, 16, 19)')
  await member.fills('Search all categories', 'wikipedia')
  release()
  await member.isAt('/api?q=wikipedia', 'Api')
  await member.sees({ role: 'link', start: 'Wikipedia article', within: main })

  release = network.hold(everyScript)
  await member.opensEarly('/about')
  await member.presses('k', 'Control')
  await member.tab.type('facebook')
  release()
  const dialog = { role: 'dialog', name: 'Search the site' }
  await member.sees({ role: 'link', start: 'Facebook video', within: dialog })
})

test('a new visitor on a phone opens the menu, registers and verifies before any script has loaded', async ({
  guest,
  network,
  api,
}) => {
  const ada = createPerson()
  await guest.tab.resize({ width: 390, height: 844 })
  const release = network.hold(everyScript)
  await guest.opensEarly('/auth/register')
  await guest.clicks({ role: 'button', name: 'Menu' })
  await guest.sees({ role: 'radio', name: 'Dark' })
  await guest.presses('Escape')
  await guest.doesNotSee({ role: 'radio', name: 'Dark' })
  await guest.registers(ada)
  await guest.isAt('/profile/verify', 'Email Verification')
  await guest.verifies(ada, api)
  await guest.isAt('/', 'HomePage')
  release()
  await guest.opens('/projects')
  await guest.isAt('/projects', 'Projects')
})

test('where the script hangs or fails, links and forms work without it, until it comes at last', async ({
  member,
  network,
}) => {
  // Not every script: that would take all connections that a browser has for a site.
  const release = network.hold(shellScripts)
  await member.opensEarly('/api/download')
  await member.clicks(row('APK by package'))
  await member.sees({ role: 'button', name: 'Send', within: main })
  await member.fills('Search in Download', 'facebook')
  await member.presses('Enter')
  await member.isAt('/api/download?q=facebook', 'Download')
  await member.sees({ role: 'heading', name: 'Download', within: main })
  await member.doesNotSee({ text: 'Loading...' })
  release()
  await member.sees({ role: 'button', name: 'Filters' })
  expect((await member.sees({ label: 'Search in Download' })).value).toBe('facebook')

  network.fail(shellScripts)
  await member.opensEarly('/profile/update')
  await member.sees({ text: 'Reload the page' })
  await member.fills('Name', 'Ada L.')
  await member.clicks({ role: 'button', name: 'Save', within: main })
  await member.sees({ text: 'Profile saved.' })
  expect((await member.sees({ label: 'Name' })).value).toBe('Ada L.')
  await member.tab.takeErrors() // the scripts that failed
})

test('Back and a reload return to the open endpoint and the scroll position', async ({ member }) => {
  const run = (code: string) => member.tab.evaluate(`String(${code})`)
  // A search for an element would scroll.
  const state =
    "[window.isLeft, document.querySelector('main details[name=entry][open] summary')?.dataset.entry, Math.round(scrollY)]"
  const isBack = (how: string) => expect.poll(() => run(state).catch(String), how).toBe(',fb,700')
  await member.opens('/api/download?row=fb')
  await member.sees({ role: 'region', name: 'Facebook video' })
  await expect.poll(() => run('(scrollTo(0, 700), Math.round(scrollY))')).toBe('700')
  await run(`document.querySelector('header a[href="/about"]').click()`)
  await expect.poll(() => run('location.pathname')).toBe('/about')
  await run('history.back()')
  await isBack('Back')
  await run('(window.isLeft = true, location.reload())')
  await isBack('after a reload')
})
