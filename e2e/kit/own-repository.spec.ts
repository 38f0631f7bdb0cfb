import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { createTeamRepository } from './team-repository.ts'

const onePercent = 100 // in basis points
const saves = 21

test('a team brings its remote from an empty folder to 1 % of visitors, with the kit alone', async ({
  newSite,
}) => {
  await packKit()
  const { site, openPageAs } = await newSite({})
  const team = createTeamRepository(site)
  const getRemote = async (origin = site.origin) => {
    const response = await fetch(origin + paths.discovery)
    return v.parse(DiscoveryDocumentSchema, await response.json()).remotes.weather
  }
  const started = Date.now()
  const report = (step: string) => console.log(`${step}: ${Math.round((Date.now() - started) / 1_000)} s`)
  const changeTitle = (before: string, after: string) =>
    team.edit('pages/home/route.tsx', `title="${before}"`, `title="${after}"`)

  await test.step('creates the repository, which has none of our files', async () => {
    await team.create('weather')
    report('created and installed')
    const { dependencies } = JSON.parse(readFileSync(join(team.folder, 'package.json'), 'utf8'))
    expect(dependencies).toEqual({
      '@portico/kit': expect.stringMatching(new RegExp(`^${site.origin}/-/kit/[^/]+\\.tgz$`)),
    })
    expect(await team.listFiles()).toEqual([
      '.github/workflows/release.yml',
      '.gitignore',
      '.gitlab-ci.yml',
      'README.md',
      'manifest.ts',
      'package-lock.json',
      'package.json',
      'pages/home/home.module.css',
      'pages/home/home.test.ts',
      'pages/home/route.tsx',
      'remote.ts',
      'tsconfig.json',
    ])
    expect(await team.run({}, 'npm', 'pack', '--dry-run', '--json', `${site.origin}${paths.kit}`)).toContain(
      '"name": "@portico/kit"',
    )
    console.log(`packages: ${Math.round((await team.measurePackages()) / 1_000_000)} MB`)
  })

  await test.step('sees a change in the site’s shell, on its own machine', async () => {
    const development = team.develop('--port', '0')
    const page = await openPageAs('signed out')
    await page.goto(await development.find(/http:\S+\/weather/))
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    const saved = Date.now()
    changeTitle('Weather', 'Rain')
    await expect(page.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible()
    console.log(`save to visible, local: ${Date.now() - saved} ms`)
    changeTitle('Rain', 'Weather')
    await page.context().close()
    await development.terminate()
    report('developed')
  })

  await test.step('tests and publishes the remote, and gives it to everyone', async () => {
    const output = await team.portico('test')
    expect(output).toContain('ok    types')
    expect(output).toContain('ok    tests: 1 test passed')
    expect(output).toContain('ok    browser: opened 1 page')
    report('tested')
    await team.portico('publish')
    await team.portico('start', '1.0.0', '--plan', 'now')
    report('everyone has it')
  })

  const page = await openPageAs('signed out')
  await test.step('a visitor opens the page, with and without JavaScript', async () => {
    await page.goto('/weather')
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    await page.getByRole('button', { name: 'Count' }).click()
    await expect(page.locator('output')).toHaveText('1')
    const reader = await openPageAs('signed out', { javaScriptEnabled: false })
    await reader.goto('/weather')
    await expect(reader.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
  })

  await test.step('sees a change on the deployed site, in one browser', async () => {
    const development = team.develop('--on', site.origin)
    const own = await openPageAs('signed out')
    await own.goto(await development.find(/http:\S+\/-\/preview\/\S+/))
    await own.getByRole('button', { name: 'Show preview' }).click()
    await own.goto('/weather')
    await expect(own.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    const shown = await followHeading(own)
    const times: number[] = []
    const titles = Array.from({ length: saves }, (_, at) => `Snow ${at + 1}`)
    for (const [at, title] of titles.entries()) {
      const saved = Date.now()
      changeTitle(titles[at - 1] ?? 'Weather', title)
      await expect(own.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect.poll(() => shown.get(title)).toBeDefined() // the page's call may arrive later
      times.push((shown.get(title) ?? Number.NaN) - saved)
    }
    times.sort((a, b) => a - b)
    console.log(
      `save to visible, deployed: median ${times[saves >> 1]} ms, ${times[0]} to ${times.at(-1)} ms`,
    )
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    changeTitle(`Snow ${saves}`, 'Weather')
    await own.context().close()
    expect(await development.closeTerminal()).toContain('Stopped.')
    report('developed on the deployed site')
  })

  await test.step('publishes a change, which testers see and 1 % of visitors get', async () => {
    changeTitle('Weather', 'Weather today')
    team.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    await team.portico('publish')
    await team.portico('start', '1.1.0', '--plan', 'standard')
    const [link = ''] = (await team.portico('preview', '1.1.0')).split('\n')
    const tester = await openPageAs('signed out')
    await tester.goto(link)
    await tester.getByRole('button', { name: 'Show preview' }).click()
    await tester.goto('/weather')
    await expect(tester.getByRole('heading', { level: 1, name: 'Weather today' })).toBeVisible()
    await tester.context().close() // an open page asks for the discovery document, also once the site has stopped
    await team.portico('advance')
    expect((await getRemote())?.canary).toMatchObject({ share: onePercent, release: { version: '1.1.0' } })
    report('1 % of the visitors have the change')
  })

  await test.step('rolls it back', async () => {
    await team.portico('rollback', '--reason', 'a test')
    const remote = await getRemote()
    expect([remote?.stable.version, remote?.canary]).toEqual(['1.0.0', undefined])
    report('rolled back')
  })

  await test.step('promotes what everyone has to a second site', async () => {
    const { site: second } = await newSite({})
    const token = { RELEASE_TOKEN: readAdminToken(second) }
    const addresses = ['--from', site.origin, '--to', second.origin]
    await team.porticoWith({ ...token, RELEASE_FROM_TOKEN: readAdminToken(site) }, 'promote', ...addresses)
    await team.porticoWith({ ...token, RELEASE_URL: second.origin }, 'start', '1.0.0', '--plan', 'now')
    const [first, promoted] = [await getRemote(), await getRemote(second.origin)]
    expect(promoted?.stable).toEqual(first?.stable)
    report('promoted')
  })

  await test.step('a wrong type, a failing test and a page that throws each fail the test', async () => {
    team.edit('pages/home/route.tsx', 'useState(0)', 'useState<string>(0)')
    await expect(team.portico('test')).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining('route.tsx'),
    })
    team.edit('pages/home/route.tsx', 'useState<string>(0)', 'useState(5)')
    await expect(team.portico('test')).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining('the button counts'),
    })
    team.edit(
      'pages/home/route.tsx',
      'const [count',
      "if (typeof document === 'object') throw new Error('no forecast')\n  const [count",
    )
    await expect(team.portico('test')).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining('no forecast'),
    })
    team.edit('pages/home/route.tsx', "throw new Error('no forecast')", 'document.title += 1')
  })

  await test.step('works on the remote while the site cannot be reached', async () => {
    const online = team.develop('--port', '0')
    await online.find(/Copied \S+ for offline use/)
    await online.stop()
    await page.context().close()
    await site.stop()
    const development = team.develop('--port', '0', '--as', 'signed-in')
    const address = await development.find(/(http:\S+)\/weather/)
    const own = await openPageAs('signed out', { baseURL: address })
    await own.goto('/weather')
    await expect(own.getByRole('heading', { level: 1, name: 'Weather today' })).toBeVisible()
    await own.goto('/api')
    await expect(own.getByRole('heading', { level: 1, name: /endpoints/ })).toBeVisible()
    await development.find(/is unreachable. You see a copy of its shell and remotes from/)
    await own.context().close()
    await development.stop()
  })
  team.remove()
})

/** When each level-1 heading was on the page first, by the page itself: an assertion looks only every second after a while. */
async function followHeading(page: Page): Promise<ReadonlyMap<string, number>> {
  const shown = new Map<string, number>()
  await page.exposeFunction('onHeading', (text: string, time: number) => {
    if (!shown.has(text)) shown.set(text, time)
  })
  await page.addInitScript(`{
    const look = () => {
      const heading = document.querySelector('main h1')
      if (heading !== null) onHeading(heading.textContent, Date.now())
      requestAnimationFrame(look)
    }
    look()
  }`)
  return shown
}
