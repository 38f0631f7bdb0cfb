import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { packSite } from '@portico/tools/package/pack-site.ts'
import { root } from '@portico/tools/system/run-command.ts'

const deploy = join(root, 'tools/package/deploy')
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined

test('Caddy accepts its configuration', () => {
  test.skip(!isInstalled('caddy'), 'Caddy is not installed')
  const file = ['--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')]
  const { status, stderr } = spawnSync('caddy', ['validate', ...file], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

test('systemd accepts the unit, and rates what it may do as little', () => {
  test.skip(!isInstalled('systemd-analyze'), 'systemd is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'portico-unit-'))
  const unit = join(folder, 'portico@3001.service')
  cpSync(join(deploy, 'portico@.service'), unit)
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
  const verified = analyze('verify')
  // It also looks for the programs of the unit.
  expect(verified.stderr.replaceAll(/^.*\/usr\/bin\/node is not executable.*\n/gm, '')).toBe('')
  const rated = analyze('security', '--offline=true', '--threshold=20')
  expect(rated.status, rated.stdout).toBe(0)
  rmSync(folder, { recursive: true })
})

test('equal sources give an archive with equal bytes', async () => {
  const kit = await packKit()
  const pack = async () => readFileSync(await packSite(kit))
  const first = await pack()
  expect((await pack()).equals(first)).toBe(true)
})
