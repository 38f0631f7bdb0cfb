import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, runCommand } from '../system/run-command.ts'
import { copyProject, type ProjectCopy } from '../testing/copy-project.ts'
import { serve } from '../testing/serve-site.ts'

const limitMs = 300_000 // two full builds on a machine that also does something else
const originals = readdirSync(root).flatMap((folder) => /^remote-(.+)$/.exec(folder)?.[1] ?? [])
const copyOf = (name: string) => `copy-of-${name}`

let project: ProjectCopy
const manifests = new Map<string, RemoteManifest>()

beforeAll(async () => {
  project = copyProject()
  for (const name of originals) manifests.set(name, await project.addRemote(name, copyOf(name)))
  await build(project)
}, limitMs)
afterAll(() => project.remove())

describe('a remote that was made by copying a folder and editing its manifest', () => {
  let site: Awaited<ReturnType<typeof serve>>
  let document: DiscoveryDocument
  beforeAll(async () => {
    site = await serve(project.root)
    document = v.parse(DiscoveryDocumentSchema, await (await fetch(`${site.origin}/-/discovery.json`)).json())
  }, limitMs)
  afterAll(async () => expect(await site.stop()).toBe(0))

  test.each(originals)('a copy of %s is published beside the others', (name) => {
    const names = [...originals, ...originals.map(copyOf)].toSorted()
    expect(Object.keys(document.remotes).toSorted()).toEqual(names)
    const released = document.remotes[copyOf(name)]
    const { team, pages } = manifests.get(name) ?? { team: '', pages: [] }
    expect(released?.team).toBe(team)
    expect(released?.stable.pages.map(({ path, title }) => [path, title])).toEqual(
      pages.map(({ path, title }) => [path, title]),
    )
    expect(released?.stable.global).not.toBe(document.remotes[name]?.stable.global)
  })

  test.each(originals)('a page of a copy of %s has its own files, and they are there', async (name) => {
    const release = document.remotes[copyOf(name)]?.stable
    const page = release?.pages[0]
    const html = await (await fetch(site.origin + page?.path.replaceAll(/:\w+/g, 'x'))).text()
    expect(html).toContain(`<title>${page?.title} | `)
    for (const file of [release?.entry, ...(page?.js ?? []), ...(page?.css ?? [])]) {
      const answer = await fetch(
        `${site.origin}/r/${copyOf(name)}/${release?.version}-${release?.hash}/${file?.file}`,
      )
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(`sha256-${createHash('sha256').update(bytes).digest('base64')}`).toBe(file?.integrity)
    }
  })
})

test(
  'an app that is built alone, in another place, has the same bytes as in the full build',
  async () => {
    const elsewhere = copyProject(project.root)
    for (const name of ['shell', ...originals, ...originals.slice(0, 1).map(copyOf)]) {
      await build(elsewhere, '--environment', name)
      expect(bytesBelow(join(elsewhere.root, 'dist', name)), name).toEqual(
        bytesBelow(join(project.root, 'dist', name)),
      )
    }
    elsewhere.remove()
  },
  limitMs,
)

function build({ root }: ProjectCopy, ...args: readonly string[]): Promise<string> {
  return runCommand('rsbuild', ['build', '--root', root, ...args], { output: 'keep' })
}

/** Every file with the hash of its bytes. */
function bytesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const entries = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [file.slice(folder.length), createHash('sha256').update(readFileSync(file)).digest('hex')] as const
  })
  return Object.fromEntries(entries.toSorted())
}
