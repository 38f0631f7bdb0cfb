import { createAppEnvironment } from '@portico/tools/build/create-app-environment.ts'
import { findApps } from '@portico/tools/build/find-apps.ts'
import type { EnvironmentConfig } from '@rsbuild/core'
import { expect, test } from 'vitest'
import { root } from '../root.ts'
import { getRivalSettings } from './rival-settings.ts'

// What a rival may differ in: where it is built to and served from, and its plugins.
const ownKeys = ['plugins', 'root', 'assetPrefix', 'cleanDistPath']

test.each(await findApps(root))('the rival of $name is built with the settings of the product', (app) => {
  const rival = getRivalSettings(app, { name: 'rival', folder: '/elsewhere', assetPrefix: '/' })
  expect(getComparable(rival)).toEqual(getComparable(createAppEnvironment(app, false)))
})

test('a rival that loads remotes with the federation runtime has all of it', async () => {
  const shell = (await findApps(root)).find(({ manifest }) => manifest === null)
  if (shell === undefined) throw new Error('There is no shell among the apps.')
  const changes = { name: 'rival', folder: '/elsewhere', assetPrefix: '/' }
  expect(Object.keys(getRivalSettings(shell, changes).source?.define ?? {})).not.toHaveLength(0)
  expect(getRivalSettings(shell, { ...changes, hasFederationRuntime: true }).source?.define).toEqual({})
})

test('a rival reduces its fonts as the product does', async () => {
  const [app] = await findApps(root)
  if (app === undefined) throw new Error('There are no apps.')
  const { plugins } = getRivalSettings(app, { name: 'rival', folder: '/elsewhere', assetPrefix: '/' })
  expect(plugins).toContainEqual(expect.objectContaining({ name: 'portico:basic-font' }))
})

/** Settings without `ownKeys`, and functions as their source. */
function getComparable(settings: EnvironmentConfig): unknown {
  const toComparable = (key: string, value: unknown) => {
    if (ownKeys.includes(key)) return undefined
    return typeof value === 'function' ? String(value) : value
  }
  return JSON.parse(JSON.stringify(settings, toComparable))
}
