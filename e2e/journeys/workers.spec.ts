import { expect, type Page } from '@playwright/test'
import { buildRemote } from '../releases/build-remote.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { startApi } from '../steps/start-api.ts'
import { startCdn } from '../steps/start-cdn.ts'

const remote = 'weather'

const route = `import { useEffect, useState } from 'react'

export function Component() {
  const [answers, setAnswers] = useState({})
  useEffect(() => {
    const answer = ({ data }) => setAnswers((known) => ({ ...known, ...data }))
    const classic = new Worker(new URL('./sum.worker.ts', import.meta.url))
    const module = new Worker(new URL('./module.worker.ts', import.meta.url), { type: 'module' })
    const shared = new SharedWorker(new URL('./shared.worker.ts', import.meta.url))
    classic.onmessage = module.onmessage = shared.port.onmessage = answer
    classic.postMessage(20)
    WebAssembly.instantiateStreaming(fetch(new URL('./add.wasm', import.meta.url)))
      .then(({ instance }) => answer({ data: { assembly: instance.exports.add(2, 3) } }))
    return () => {
      classic.terminate()
      module.terminate()
      shared.port.close()
    }
  }, [])
  return (
    <>
      <h1>Weather</h1>
      <output style={{ fontWeight: 700 }}>{Object.keys(answers).sort().map((key) => key + ': ' + answers[key]).join(', ')}</output>
      <button onClick={() => Reflect.construct(Worker, ['/r/shell/x.js'])}>Other</button>
    </>
  )
}
`

/** A module that exports the sum of two numbers as `add`. */
const addModule = Buffer.from(
  '0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b',
  'hex',
)

/**
 * A release whose page runs WebAssembly and starts three workers. Each says what it computed, in a chunk of its own, and what it may
 * load.
 */
const buildRelease = (version: string, hash: string, api: string) =>
  buildRemote({
    manifest: {
      name: remote,
      team: 'Weather team',
      contractVersion: 2,
      pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home', prerender: true }],
      origins: { connect: [api] },
    },
    version,
    hash,
    files: {
      'pages/home/route.tsx': route,
      'pages/home/sum.worker.ts': `import { tryAll } from './try-all.ts'
onmessage = async ({ data }) => {
  const { double } = await import('./double.ts')
  postMessage({ sum: double(data) + 1, ...(await tryAll()) })
}`,
      'pages/home/double.ts': 'export const double = (value) => value * 2',
      'pages/home/try-all.ts': `const blocked = []
addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective))
export const tryAll = async () => {
  const response = await fetch(new URL('./words.txt', import.meta.url))
  await fetch('/-/account/session').catch(() => {})
  try {
    importScripts('/r/shell/x.js')
  } catch {}
  await new Promise((resolve) => setTimeout(resolve))
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL('./add.wasm', import.meta.url)))
  const live = await fetch('${api}/data')
  const api = instance.exports.add(1, 1) + ' ' + (await live.text())
  return { own: await response.text(), blocked: blocked.join(' '), api }
}`,
      'pages/home/words.txt': 'words',
      'pages/home/add.wasm': addModule,
      'pages/home/module.worker.ts': `import { double } from './double.ts'
postMessage({ module: double(4) })`,
      'pages/home/shared.worker.ts': `import { double } from './double.ts'
onconnect = ({ ports: [port] }) => port.postMessage({ shared: '${version} ' + double(5) })`,
    },
  })

const seesAnswers = (page: Page, version: string) =>
  expect(page.locator('main output')).toHaveText(
    `api: 2 data, assembly: 5, blocked: connect-src script-src-elem, module: 8, own: words, shared: ${version} 10, sum: 41`,
  )

test('workers and WebAssembly run on a prerendered page, in two releases side by side and with their files on a CDN', async ({
  newSite,
  consoleErrors,
}) => {
  const cdn = await startCdn()
  const api = await startApi()
  const { site, openPageAs } = await newSite({
    env: {
      REMOTE_ORIGINS: `${remote}=${cdn.origin}`,
      REMOTE_ACCESS: `${remote}=${api.origin} ${remote}=wasm`,
    },
  })
  const team = createReleaseTeam(site)

  await test.step('the check of a release opens its page, too', async () => {
    const folder = await buildRelease('1.0.0', '11111111', api.origin)
    expect(await team.release('publish', remote, '--folder', folder)).toMatchObject({ exitCode: 0 })
    await team.release('start', remote, '1.0.0', '--plan', 'now')
  })
  const page = await openPageAs('signed out')
  const response = await page.goto('/weather')
  await seesAnswers(page, '1.0.0')
  expect(await response?.text()).toContain('<output>') // browsers would block the attribute
  await expect(page.locator('main output')).toHaveCSS('font-weight', '700')

  await test.step('a second release, with its files on a CDN', async () => {
    const folder = await buildRelease('2.0.0', '22222222', api.origin)
    const at = cdn.upload('/next/', folder)
    const published = await team.release(
      'publish',
      remote,
      '--folder',
      folder,
      '--at',
      at,
      '--no-browser',
      '--reason',
      'a test',
    )
    expect(published).toMatchObject({ exitCode: 0 })
    await team.release('start', remote, '2.0.0', '--plan', 'now')
    const next = await openPageAs('signed out')
    await next.goto('/weather')
    await seesAnswers(next, '2.0.0')
    await seesAnswers(page, '1.0.0')
    expect(cdn.requests).toContain('/next/remote.js')
  })

  await test.step('no other file of the site can be a worker', async () => {
    consoleErrors.expect(/belongs to no release that this page has requested. Write new Worker/)
    const error = page.waitForEvent('pageerror')
    await page.getByRole('button', { name: 'Other' }).click()
    expect((await error).message).toContain('Write new Worker(new URL(')
  })
  await cdn.stop()
  await api.stop()
})
