import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { HostReleasesSchema } from '@portico/protocol/discovery/host-releases.ts'
import { hostsPath } from '@portico/protocol/discovery/hosts-path.ts'
import { findPackage } from '@portico/tools/build/find-package.ts'
import { readPackage } from '@portico/tools/build/read-sources.ts'
import { packPackages } from '@portico/tools/package/pack-packages.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { root, runCommand } from '@portico/tools/system/run-command.ts'
import * as v from 'valibot'
import { startCdn } from '../steps/start-cdn.ts'
import { startNpmRegistry } from './npm-registry.ts'
import { createTeamRepository } from './team-repository.ts'

test('a registry takes every package, and a team gets its host, its commands and the rollout plane from it', async ({
  page,
}) => {
  const packages = await packPackages()
  const registry = await startNpmRegistry()
  const publisher = createFolder({ '.npmrc': registry.npmrc })
  // Provenance is a statement of a workflow.
  for (const file of packages)
    await runCommand('npm', ['publish', file, '--provenance=false'], { cwd: publisher, output: 'capture' })
  const files = await startCdn()
  const hostOrigin = files.origin.replace('127.0.0.1', 'localhost')
  const plane = await startPlane({ '.npmrc': registry.npmrc }, { HOSTS: `shop=${hostOrigin}` })
  const team = createTeamRepository(plane)
  const npm = (...args: string[]) => team.run({}, 'npm', ...args)
  const portico = (...args: string[]) => team.porticoWith({ RELEASE_URL: plane.origin }, ...args)

  await test.step('the plugin and the kit have types for every way of resolving modules', async () => {
    write(team.folder, { '.npmrc': registry.npmrc, 'package.json': '{ "type": "module" }', 'use.tsx': use })
    await npm('install', '@portico/host', '@portico/kit', getInstalled('typescript'))
    for (const resolution of ['bundler', 'node16']) {
      const module = resolution === 'bundler' ? 'esnext' : resolution
      const options = ['--module', module, '--moduleResolution', resolution, ...strict]
      expect(await team.run({}, 'npx', '--no-install', 'tsc', ...options, 'use.tsx')).toBe('')
    }
  })

  await test.step('the commands publish a remote that the team builds with its own tools', async () => {
    await npm('uninstall', '@portico/kit')
    await npm(
      'install',
      '@portico/cli',
      ...['@rsbuild/core', '@module-federation/rsbuild-plugin'].map(getInstalled),
    )
    expect(await portico('--version')).toBe(`${readPackage(root, '.').version}\n`)
    for (const [app, sources] of Object.entries(listApps(plane.origin))) {
      write(join(team.folder, app), sources)
      await team.run({}, 'npx', '--no-install', 'rsbuild', 'build', '--root', app)
    }
    const published = await portico('publish', 'cart', '--folder', 'cart/dist', '--release-version', '1.0.0')
    expect(published).toMatch(/^cart@1\.0\.0-\w+ is published/)
    await portico('start', 'cart', '1.0.0', '--plan', 'now')
  })

  await test.step('the plane names the release, and the host shows it', async () => {
    const response = await fetch(`${plane.origin}${hostsPath}/shop/releases`, {
      method: 'POST',
      headers: { origin: hostOrigin },
      body: JSON.stringify({ visitor: null }),
    })
    const { remotes } = v.parse(HostReleasesSchema, await response.json())
    expect(remotes.cart?.release).toMatchObject({
      id: expect.stringMatching(/^1\.0\.0-/),
      global: 'cart_1_0_0',
    })
    files.upload('/', join(team.folder, 'shop/dist'))
    await page.goto(`${hostOrigin}/index.html`)
    await expect(page.getByText('Cart 1.0.0')).toBeVisible()
  })

  await plane.stop()
  await files.stop()
  await registry.stop()
  team.remove()
  rmSync(publisher, { recursive: true })
})

const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--jsx', 'react-jsx', '--target', 'es2024']

const use = `import { type PorticoOptions, portico, reportRemoteError } from '@portico/host'
import { uniqueRelease } from '@portico/host/unique-release'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { formatCount } from '@portico/kit/format.ts'
import { Button } from '@portico/kit/ui/button.tsx'

const options: PorticoOptions = { site: 'https://site.example', host: 'shop' }
export const plugins = [portico(options), uniqueRelease('1.0.0')]
reportRemoteError(new Error(formatCount(2, 'page')), 'cart' satisfies RemoteManifest['name'])
export const button = <Button>Save</Button>
// @ts-expect-error the host has a name
portico({ site: 'https://site.example' })
`

/** A remote, and a host with the plugin that knows no address of it. */
function listApps(site: string) {
  const configure = (options: string, plugins = '') => `
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { uniqueRelease } from '@portico/host/unique-release'
export default {
  source: { entry: { index: './index.js' } },
  html: { tags: [{ tag: 'link', attrs: { rel: 'icon', href: 'data:,' } }] },
  output: { assetPrefix: 'auto' },
  tools: { rspack: { plugins: [${plugins}] } },
  plugins: [pluginModuleFederation({ ${options}, dts: false })],
}
`
  return {
    cart: {
      'rsbuild.config.js': configure(
        "name: 'cart', filename: 'remoteEntry.js', exposes: { './Cart': './cart.js' }",
        "uniqueRelease('1.0.0')",
      ),
      'index.js': '',
      'cart.js': "export const name = 'Cart 1.0.0'\n",
    },
    shop: {
      'rsbuild.config.js': configure(
        "name: 'shop', remotes: { cart: 'cart@portico' }, runtimePlugins: [import.meta.dirname + '/portico.js']",
      ),
      'index.js': "import('cart/Cart').then(({ name }) => document.body.append(name))\n",
      'portico.js': `import { portico } from '@portico/host'
export default () => portico(${JSON.stringify({ site, host: 'shop' })})
`,
    },
  }
}

/** Installs the rollout plane with npx, and starts it. */
async function startPlane(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
) {
  const folder = createFolder(files)
  const [port, consolePort] = [await getFreePort(), await getFreePort()]
  const server = spawn('npx', ['--yes', '@portico/plane', 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), // a Node that it runs on
      npm_config_cache: join(folder, 'cache'), // or npx finds the package of an earlier test
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      ...settings,
    },
    detached: true, // a group of its own, as in a terminal
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (output.includes('admin token')) resolve()
  })
  ended.then(() => reject(new Error(output)))
  await promise
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir: join(folder, '.data'),
    async stop() {
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-packages-'))
  write(folder, files)
  return folder
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

/** A package of the public registry, as this project has it. */
function getInstalled(name: string): string {
  return `${name}@${findPackage(name, import.meta.filename).version}`
}
