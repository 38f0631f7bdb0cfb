import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/shared/release/discovery-document.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { createTeamRepository } from './team-repository.ts'

const onePercent = 100 // in basis points

test('a team brings its remote from an empty folder to 1 % of visitors, with the kit alone', async ({
  newSite,
}) => {
  await packKit()
  const { site, openPageAs } = await newSite({})
  const team = createTeamRepository(site)
  const getRemote = async () => {
    const response = await fetch(site.origin + paths.discovery)
    return v.parse(DiscoveryDocumentSchema, await response.json()).remotes.weather
  }
  const started = Date.now()
  const report = (step: string) => console.log(`${step}: ${Math.round((Date.now() - started) / 1_000)} s`)

  await test.step('creates the repository, which has none of our files', async () => {
    await team.create('weather')
    report('created and installed')
    const { dependencies } = JSON.parse(readFileSync(join(team.folder, 'package.json'), 'utf8'))
    expect(dependencies).toEqual({
      '@portico/shared': expect.stringMatching(new RegExp(`^${site.origin}/-/kit/[^/]+\\.tgz$`)),
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
    console.log(`packages: ${Math.round((await team.measurePackages()) / 1_000_000)} MB`)
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
  await test.step('a visitor opens the page', async () => {
    await page.goto('/weather')
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    await page.getByRole('button', { name: 'Count' }).click()
    await expect(page.locator('output')).toHaveText('1')
  })

  await test.step('publishes a change, which testers see and 1 % of the visitors get', async () => {
    team.edit('pages/home/route.tsx', 'title="Weather"', 'title="Weather today"')
    team.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    await team.portico('publish')
    await team.portico('start', '1.1.0', '--plan', 'standard')
    const [link = ''] = (await team.portico('preview', '1.1.0')).split('\n')
    const tester = await openPageAs('signed out')
    await tester.goto(link)
    await tester.goto('/weather')
    await expect(tester.getByRole('heading', { level: 1, name: 'Weather today' })).toBeVisible()
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
      "if (location.href) throw new Error('no forecast')\n  const [count",
    )
    await expect(team.portico('test')).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining('no forecast'),
    })
  })
  team.remove()
})
