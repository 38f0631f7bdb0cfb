import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import { test } from '../site/fixtures.ts'
import { ownerFile } from '../site/owner.ts'
import { getFolder, getRelease, listRemotes, toAddress, visibleAccess } from '../site/released-pages.ts'
import { root, type Site } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

const toCopy = (name: string) => `copy-of-${name}`

test('remotes created by copying a folder and editing its manifest appear on the site', async ({
  newSite,
}) => {
  test.slow() // builds them first
  const project = copyProject()
  const manifests = []
  for (const name of listRemotes()) manifests.push(await project.addRemote(name, toCopy(name)))
  await cp(join(root, 'dist'), join(project.root, 'dist'), { recursive: true })
  await build(project.root, listRemotes().map(toCopy))

  const { site, openPageAs } = await newSite({ project: project.root })
  const names = [...listRemotes(), ...listRemotes().map(toCopy)]
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
  project.remove()
})

test('an app built alone in another folder has the same bytes as in the full build', async () => {
  test.slow() // builds every app
  const apps = ['shell', ...listRemotes()]
  // Two copies: their packages are links, which gives modules other ids than packages in the project's folder.
  const [full, alone] = [copyProject(), copyProject()]
  await build(full.root, apps)
  for (const name of apps) {
    await build(alone.root, [name])
    expect(hashFiles(join(alone.root, 'dist', name)), name).toEqual(hashFiles(join(full.root, 'dist', name)))
  }
  for (const copy of [full, alone]) copy.remove()
})

async function build(project: string, apps: readonly string[]): Promise<void> {
  const environments = apps.flatMap((name) => ['--environment', name])
  await runCommand('rsbuild', ['build', '--root', project, ...environments], {
    output: 'capture',
    env: { SITE_CONFIG: ownerFile },
  })
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
