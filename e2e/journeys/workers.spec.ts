import { expect, type Page } from '@playwright/test'
import { buildRemote } from '../releases/build-remote.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
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
    return () => {
      classic.terminate()
      module.terminate()
      shared.port.close()
    }
  }, [])
  return (
    <>
      <h1>Weather</h1>
      <output>{Object.keys(answers).sort().map((key) => key + ': ' + answers[key]).join(', ')}</output>
      <button onClick={() => Reflect.construct(Worker, ['/r/shell/x.js'])}>Other</button>
    </>
  )
}
`

/** A release whose page starts three workers. Each says what it computed, in a chunk of its own, and what it may load. */
const buildRelease = (version: string, hash: string) =>
  buildRemote({
    manifest: {
      name: remote,
      team: 'Weather team',
      contractVersion: 2,
      pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home', prerender: true }],
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
  return { own: await response.text(), blocked: blocked.join(' ') }
}`,
      'pages/home/words.txt': 'words',
      'pages/home/module.worker.ts': `import { double } from './double.ts'
postMessage({ module: double(4) })`,
      'pages/home/shared.worker.ts': `import { double } from './double.ts'
onconnect = ({ ports: [port] }) => port.postMessage({ shared: '${version} ' + double(5) })`,
    },
  })

const seesAnswers = (page: Page, version: string) =>
  expect(page.locator('main output')).toHaveText(
    `blocked: connect-src script-src-elem, module: 8, own: words, shared: ${version} 10, sum: 41`,
  )

test('workers of a remote run on a prerendered page, in two releases side by side and with its files on a CDN', async ({
  newSite,
  consoleErrors,
}) => {
  test.slow() // starts its own site
  const cdn = await startCdn()
  const { site, openPageAs } = await newSite({ env: { REMOTE_ORIGINS: `${remote}=${cdn.origin}` } })
  const team = createReleaseTeam(site)

  await test.step('the check of a release opens its page, too', async () => {
    const folder = await buildRelease('1.0.0', '11111111')
    expect(await team.release('publish', remote, '--folder', folder)).toMatchObject({ exitCode: 0 })
    await team.release('start', remote, '1.0.0', '--plan', 'now')
  })
  const page = await openPageAs('signed out')
  await page.goto('/weather')
  await seesAnswers(page, '1.0.0')

  await test.step('a second release, with its files on a CDN', async () => {
    const folder = await buildRelease('2.0.0', '22222222')
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
})
