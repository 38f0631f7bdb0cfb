import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  getArgument,
  getFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import * as v from 'valibot'
import type { Command } from '../release-cli/command.ts'
import { listFiles } from '../system/list-files.ts'
import { runCommand } from '../system/run-command.ts'
import { DocumentSchema } from './dev/copy-site.ts'
import { findNewestKit } from './newest-kit.ts'
import { findKitOrigin, getKitUrl, kitFolder, kitPackage, readKit } from './read-kit.ts'

const template = join(kitFolder, 'tools/kit/template')
/** Names that npm, Git or a test runner would treat specially in the kit. */
const ownNames: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'github-release.yml': '.github/workflows/release.yml',
  'gitlab-ci.yml': '.gitlab-ci.yml',
  'README-template.txt': 'README.md',
  'pages/home/home-test.ts': 'pages/home/home.test.ts',
}
/** What the folder may already contain: nothing that `create` would write, and no sources. */
const harmless = ['.git', '.gitignore', 'LICENSE', 'README.md', '.DS_Store']

/** `create`: creates the repository of a new remote in the current folder. */
export const create: Command = {
  usage: 'create <name> [--site <address>]',
  summary: 'creates the repository of a new remote in this folder',
  maxArguments: 1,
  notes: ['--site <address>  the site of the remote, if the kit was not downloaded from it'],
  flags: { site: { type: 'string' } },
  async run(context) {
    const root = process.cwd()
    const name = getName(getArgument(context, 0, 'the name of the remote'))
    const site = getSite(getFlag(context, 'site'))
    const present = readdirSync(root).filter((entry) => !harmless.includes(entry))
    if (present.length > 0)
      throw new UsageError(
        `${root} is not empty: it contains ${present.slice(0, 3).join(', ')}. Create the remote in an empty folder.`,
      )
    const newest = await findNewestKit(site)
    if (newest !== readKit().id) return createWith(getKitUrl(site, newest), [name, '--site', site])
    const files = listTemplate().map(({ file, text }) => ({ file, text: rename(text, name) }))
    files.push({ file: 'package.json', text: createPackage(name, getKitUrl(site, newest)) })
    for (const { file, text } of files.filter((created) => !existsSync(join(root, created.file)))) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    const created = files.map(({ file }) => file)
    const team = await findTeam(site, name)
    const isTaken =
      team === null
        ? []
        : [`${site} already has a remote ${name} (${team}). To publish it, you need a token for it.`]
    const text = `Created the remote ${name} for ${site}: ${created.length} files. Next:\n  npm install\n  npx --no-install portico dev`
    return { json: { remote: name, site, files: created, team }, text: [...isTaken, text].join('\n') }
  },
}

/** The team whose remote has this name on the site; null: it is free, or the site doesn't say. */
async function findTeam(site: string, name: string): Promise<string | null> {
  const response = await fetch(site + paths.discovery).catch(() => null)
  const parsed = v.safeParse(DocumentSchema, await response?.text().catch(() => null))
  return parsed.success ? (parsed.output.remotes[name]?.team ?? null) : null
}

/**
 * npm caches the kit that it has run from an address; the site may have a newer one, which then creates the repository.
 */
async function createWith(kit: string, args: readonly string[]): Promise<CommandResult> {
  const output = await runCommand(
    'npm',
    ['exec', '--yes', `--package=${kit}`, '--', 'portico', 'create', ...args],
    { cwd: process.cwd(), output: 'return' },
  )
  return { json: { kit }, text: output.trim() }
}

function getName(name: string): string {
  const parsed = v.safeParse(RemoteManifestSchema.entries.name, name)
  if (parsed.success) return name
  throw new UsageError(`"${name}" cannot be the name of a remote: ${parsed.issues[0].message}.`)
}

function getSite(given: string | undefined): string {
  const site = given ?? findKitOrigin()
  if (site === undefined) throw new UsageError('Name the site of the remote: --site https://ada.example')
  if (/^https?:\/\//.test(site) && URL.canParse(site)) return new URL(site).origin
  throw new UsageError(`--site must be an address such as https://ada.example, got "${site}".`)
}

function listTemplate(): { file: string; text: string }[] {
  return listFiles(template).map((name) => ({
    file: ownNames[name] ?? name,
    text: readFileSync(join(template, name), 'utf8'),
  }))
}

/** The template is a remote named weather. */
function rename(text: string, name: string): string {
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ')
  return text.replaceAll('weather', name).replaceAll('Weather', title)
}

function createPackage(name: string, kit: string): string {
  const manifest = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { build: 'portico build', test: 'portico test' },
    dependencies: { [kitPackage]: kit },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
