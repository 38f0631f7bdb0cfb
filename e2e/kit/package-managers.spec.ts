import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { test } from '../site/fixtures.ts'
import { createTeamRepository } from './team-repository.ts'

test('a team that uses pnpm builds, tests and publishes its remote', async ({ newSite }) => {
  await packKit()
  const { site } = await newSite({})
  const team = createTeamRepository(site)
  const pnpm = (...args: string[]) => team.run({}, 'npx', '--yes', 'pnpm@10.34.5', ...args)
  await team.run({}, 'npx', '--yes', `${site.origin}/-/kit.tgz`, 'create', 'weather')
  await pnpm('install')
  await expect(team.portico('build')).rejects.toMatchObject({
    stderr: expect.stringContaining('write "nodeLinker: hoisted" into pnpm-workspace.yaml'),
  })
  writeFileSync(join(team.folder, 'pnpm-workspace.yaml'), 'nodeLinker: hoisted\n')
  await pnpm('install')
  expect(readFileSync(join(team.folder, 'pnpm-lock.yaml'), 'utf8')).toContain('@portico/kit')
  expect(await team.portico('build')).toContain('is in dist/weather.')
  const output = await team.portico('test')
  expect(output).toContain('ok    types')
  expect(output).toContain('ok    browser: opened 1 page')
  expect(await team.portico('publish')).toContain('weather')
  team.remove()
})
