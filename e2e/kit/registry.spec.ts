import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { test } from '../site/fixtures.ts'
import { startNpmRegistry } from './npm-registry.ts'
import { copyOlderBuilds, getKitId } from './older-kit.ts'
import { createTeamRepository } from './team-repository.ts'

test('a registry takes every kit of a site, and repositories install and upgrade theirs from it', async ({
  newSite,
}) => {
  const kit = await packKit()
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-site-'))
  const { builds, olderKit } = copyOlderBuilds(kit)
  const newerKit = getKitId(kit)
  const registry = await startNpmRegistry()
  const { site: older } = await newSite({ publishFrom: builds, dataDir })
  const team = createTeamRepository(older)
  const npm = (...args: string[]) => team.run({}, 'npm', ...args)
  const upgrade = () => team.porticoWith({ RELEASE_URL: older.origin }, 'upgrade')
  const readDependencies = () =>
    JSON.parse(readFileSync(join(team.folder, 'package.json'), 'utf8')).dependencies

  await test.step('a repository installs the kit from the registry', async () => {
    await team.run({}, 'npx', '--yes', older.origin + paths.kit, 'create', 'weather')
    writeFileSync(join(team.folder, '.npmrc'), registry.npmrc)
    await npm('publish', older.origin + paths.kit)
    await npm('install', '--no-audit', '--no-fund', '--save-exact', '@portico/kit@latest')
    expect(readDependencies()).toEqual({ '@portico/kit': olderKit })
    expect(await upgrade()).toContain(`The kit ${olderKit} is the newest of ${older.origin}.`)
  })

  await older.stop()
  const { site } = await newSite({ dataDir, port: Number(new URL(older.origin).port) })

  await test.step('an upgrade says how to publish a kit that the registry does not have', async () => {
    await expect(upgrade()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`npm publish ${site.origin}/-/kit/${newerKit}.tgz`),
    })
    expect(readDependencies()).toEqual({ '@portico/kit': olderKit })
  })

  await test.step('the registry takes another kit of the same shell, as the newest', async () => {
    expect(newerKit.split('-')[0]).toBe(olderKit.split('-')[0])
    await npm('publish', `${site.origin}/-/kit/${newerKit}.tgz`)
    expect(JSON.parse(await npm('view', '@portico/kit', 'versions', '--json'))).toEqual([olderKit, newerKit])
    expect((await npm('view', '@portico/kit', 'version')).trim()).toBe(newerKit)
  })

  await test.step('an upgrade installs it from there', async () => {
    expect(await upgrade()).toContain(`Installed the kit ${newerKit} of ${site.origin} (was ${olderKit}).`)
    expect(readDependencies()).toEqual({ '@portico/kit': newerKit })
    expect(await team.portico('build')).toContain('is in dist/weather.')
  })

  await registry.stop()
  await site.stop()
  for (const folder of [builds, dataDir]) rmSync(folder, { recursive: true })
  team.remove()
})
