import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { test } from '../site/fixtures.ts'
import { copyOlderBuilds, getKitId } from './older-kit.ts'
import { createTeamRepository } from './team-repository.ts'

test('a repository with the kit of an older site gets that of the newer one, and learns what has changed', async ({
  newSite,
}) => {
  const kit = await packKit()
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-site-'))
  const { builds, olderKit } = copyOlderBuilds(kit)
  const { site: older } = await newSite({ publishFrom: builds, dataDir })
  const team = createTeamRepository(older)
  await team.create('weather')
  const other = createTeamRepository(older)
  expect(await other.run({}, 'npx', '--yes', `${older.origin}/-/kit.tgz`, 'create', 'catalogue')).toContain(
    `${older.origin} already has a remote catalogue (${older.releases.remotes.catalogue?.team}).`,
  )
  other.remove()
  const getKit = () =>
    JSON.parse(readFileSync(join(team.folder, 'package.json'), 'utf8')).dependencies['@portico/kit']
  expect(getKit()).toBe(`${older.origin}/-/kit/${olderKit}.tgz`)
  expect(await team.portico('upgrade')).toContain(`The kit ${olderKit} is the newest of ${older.origin}.`)
  await team.run({}, 'npm', 'uninstall', '@portico/kit')
  await team.run(
    {},
    'npm',
    'install',
    '--save-exact',
    `@portico/shared@${older.origin}/-/kit/${olderKit}.tgz`,
  )
  for (const file of [
    'manifest.ts',
    'remote.ts',
    'pages/home/route.tsx',
    'pages/home/home.test.ts',
    'tsconfig.json',
  ])
    team.edit(file, '@portico/kit/', '@portico/shared/')
  expect(await team.portico('build')).toContain('is in dist/weather.')

  await older.stop()
  const { site: newer } = await newSite({ dataDir, port: Number(new URL(older.origin).port) })
  const output = await team.portico('upgrade')
  const id = getKitId(kit)
  expect(output).toContain(`Installed the kit ${id} of ${newer.origin} (was ${olderKit}).`)
  expect(output).toContain(
    'The kit is called @portico/kit now (was @portico/shared). Renamed in: package.json, ',
  )
  expect(output).toContain('The contract changed from version 1 to 2: see docs/contract/2.md')
  expect(output).toContain('@portico/kit/ui/old-chart is no longer in the kit.')
  expect(output).toMatch(/The shell now provides react \S+ \(was 19\.2\.0\)\./)
  expect(getKit()).toBe(`${newer.origin}/-/kit/${id}.tgz`)
  expect(existsSync(join(team.folder, 'node_modules/@portico/shared'))).toBe(false)
  expect(existsSync(join(team.folder, 'node_modules/@portico/kit/docs/contract/2.md'))).toBe(true)
  expect(await team.portico('upgrade')).toContain(`The kit ${id} is the newest of ${newer.origin}.`)
  expect(await team.portico('build')).toContain('is in dist/weather.')
  await newer.stop()
  for (const folder of [builds, dataDir]) rmSync(folder, { recursive: true })
  team.remove()
})
