import { expect } from '@playwright/test'
import { brokenShells } from '../releases/broken-shells.ts'
import { startSite } from '../site/start-site.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { startShell } from '../steps/start-shell.ts'
import { test } from './fixtures.ts'
import { createEngineVisitor } from './visitor.ts'

const address = '/auth/login?next=%2Fabout'
const text = 'not sent yet'
const canaries = [
  { name: 'works', views: 1, works: true },
  { name: 'is missing', views: 1, isMissing: true },
  ...brokenShells
    .filter(({ answer, isSilent }) => !answer && !isSilent)
    .map(({ name, change, staysInView }) => ({ name, change, views: staysInView ? 1 : 2 })),
]

test('a shell in a rollout starts, or is replaced in the same view or by one reload that keeps what was typed', async ({
  visitor: { tab },
}) => {
  const site = await startSite()
  const network = await startHangingProxy(site.origin)
  const visitor = createEngineVisitor(tab, network.origin)
  await visitor.opens('/robots.txt')
  for (const [index, { name, views, ...shell }] of canaries.entries())
    await test.step(`a shell that ${name}`, async () => {
      const change = 'change' in shell ? shell.change : undefined
      const { team, canary, stable } = await startShell(site, `9.${index}.0`, change)
      const id = await team.findsVisitor('in', 'shell')
      await tab.evaluate(`document.cookie = ${JSON.stringify(`portico_visitor=${id}; path=/`)}`)
      const script = new RegExp(`^/r/shell/${canary}/index\\.js`)
      network.requested.length = 0
      network.fail('isMissing' in shell ? script : null)
      const release = network.hold(script)
      await tab.evaluate(`(() => { window.isLeft = true; location.href = '${address}'; return '' })()`)
      // Slow typing would take longer than the script may.
      const type = `(window.isLeft ? { value: '' } : Object.assign(document.querySelector('main input:not([type=hidden])'), { value: '${text}' })).value`
      await expect.poll(() => tab.evaluate(type).catch(String), 'typed').toBe(text)
      release()

      const started = 'works' in shell ? canary : stable
      const isStarted = `String(Object.keys(document.querySelector('header')).some((key) => key.startsWith('__reactFiber$'))
        && [...document.querySelectorAll('head script[src^="/r/shell/"]')].at(-1).src.includes('/${started}/'))`
      await expect.poll(() => tab.evaluate(isStarted).catch(String), `${started} has started`).toBe('true')
      expect((await visitor.sees({ label: 'Username or email' })).value).toBe(text)
      expect(network.requested.filter((url) => url === address)).toHaveLength(views)
      await visitor.clicks({ role: 'link', name: 'Create an account', within: { role: 'main' } })
      await visitor.isAt('/auth/register?next=%2Fabout', 'Register')
      await team.release('rollback', 'shell', '--reason', 'a test')
      if (!('works' in shell)) await tab.takeErrors()
    })
  network.stop()
  await site.stop()
})
