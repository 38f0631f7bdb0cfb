import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { copyCheckout } from '@portico/tools/testing/copy-project.ts'
import { test } from '../site/fixtures.ts'
import { ownerFile } from '../site/owner.ts'
import { getFolder, getRelease, listRemotes, toAddress, visibleAccess } from '../site/released-pages.ts'
import { writeRobinsContent } from '../site/robins-content.ts'
import { root, type Site } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const copied = listRemotes()
const builtAgain = ['shell', ...listRemotes()]

const toCopy = (name: string) => `copy-of-${name}`

test('a remote made by copying a folder and editing its manifest appears on the site, and another checkout builds an app with the same id and bytes', {
  tag: '@soak',
}, async ({ newSite }) => {
  const checkout = copyCheckout()
  const dist = join(checkout.root, 'dist')
  copyFileSync(ownerFile, join(checkout.root, 'site.config.json'))
  await rm(join(checkout.root, 'content'), { recursive: true })
  await writeRobinsContent(checkout.root)
  const manifests: RemoteManifest[] = []
  for (const name of copied) manifests.push(await checkout.addRemote(name, toCopy(name)))
  for (const name of copied) addDependency(checkout.root, `remote-${toCopy(name)}`)

  await test.step('an app is built without the others, with the configuration and the content of another owner, with the same id and bytes', async () => {
    for (const apps of [copied.map(toCopy), ...builtAgain.map((name) => [name])])
      await build(checkout.root, apps, { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' })
    for (const name of builtAgain)
      expect(hashFiles(join(dist, name)), name).toEqual(hashFiles(join(root, 'dist', name)))
  })

  await cp(join(root, 'dist'), dist, { recursive: true })
  const { site, openPageAs } = await newSite({ publishFrom: dist })
  const names = [...listRemotes(), ...copied.map(toCopy)]
  expect(Object.keys(site.releases.remotes).toSorted()).toEqual(names.toSorted())
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  for (const manifest of manifests) {
    const { name, pages } = manifest
    await test.step(name, async () => {
      expectPublished(site.releases, manifest)
      await expectOwnFiles(site, name)
      const shown = pages.find(
        ({ access }) => visibleAccess['signed in'].includes(access) && access !== 'logout',
      )
      if (!shown) throw new Error(`${name} has no page for a signed-in visitor.`)
      await visitor.opens(toAddress(shown.path))
      await visitor.isAt(toAddress(shown.path), shown.title)
      await waitForHydrationOf(visitor.heading())
    })
  }

  const linked = manifests
    .flatMap(({ pages }) => pages)
    .filter(({ listed, access }) => listed && access === 'open')
  for (const { path, title } of linked) {
    await visitor.opens('/')
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await visitor.isAt(path, title)
  }
  checkout.remove()
})

/** What `npm install --workspace <folder> lean-map` writes. */
function addDependency(project: string, folder: string): void {
  const [manifestFile, lockFile] = [join(project, folder, 'package.json'), join(project, 'package-lock.json')]
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  manifest.dependencies['lean-map'] = '1.0.0'
  lock.packages[folder] = { version: manifest.version, dependencies: manifest.dependencies }
  lock.packages['node_modules/lean-map'] = { version: '1.0.0', integrity: 'sha512-lean-map' }
  writeFileSync(manifestFile, JSON.stringify(manifest, null, 2))
  writeFileSync(lockFile, JSON.stringify(lock, null, 2))
}

async function build(
  project: string,
  apps: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const environments = apps.flatMap((name) => ['--environment', name])
  // A checkout's own bundler: the location of its loaders is part of the ids.
  await runCommand(
    join(project, 'node_modules/.bin/rsbuild'),
    ['build', '--root', project, ...environments],
    {
      output: 'capture',
      env: environment,
    },
  )
}

function expectPublished({ remotes }: DiscoveryDocument, { name, team, pages }: RemoteManifest): void {
  const toPathsAndTitles = (all: readonly { path: string; title: string }[]) =>
    all.map(({ path, title }) => [path, title])
  const globals = Object.values(remotes).map(({ stable }) => stable.global)
  expect(remotes[name]?.team).toBe(team)
  expect(toPathsAndTitles(remotes[name]?.stable.pages ?? [])).toEqual(toPathsAndTitles(pages))
  expect(new Set(globals).size, 'every remote has its own global').toBe(globals.length)
}

async function expectOwnFiles({ origin, releases }: Site, name: string): Promise<void> {
  const { entry, pages } = getRelease(releases, name)
  for (const { file, integrity } of [entry, ...(pages[0]?.js ?? []), ...(pages[0]?.css ?? [])]) {
    const response = await fetch(origin + getFolder(releases, name) + file)
    expect(computeIntegrity(await response.bytes()), file).toBe(integrity)
  }
}

function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length), computeIntegrity(readFileSync(path))]),
  )
}
