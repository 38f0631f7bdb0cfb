import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as v from 'valibot'
import { buildContent } from '../build/build-content.ts'
import { consoleName } from '../build/create-console-environment.ts'
import { findApps } from '../build/find-apps.ts'
import { packFiles } from '../build/pack-files.ts'
import { readPackage } from '../build/read-sources.ts'
import { drawSiteImage } from '../build/site-image.ts'
import { listFiles } from '../system/list-files.ts'
import { readJson } from '../system/read-json.ts'
import { root } from '../system/run-command.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import { writeAtomically } from '../system/write-atomically.ts'
import { bundleServer } from './bundle-server.ts'
import { findCopiedPackages } from './copied-packages.ts'

/** The oldest Node that runs the bundle: it has `node:sqlite` and zstd, and is the one that the tests use. */
const neededNode = 24

const output = join(root, 'dist')
const archiveFile = /^portico-.*\.tar\.gz$/
const program = 'portico.js'

interface ArchiveSources {
  /** The folder of the built apps. */
  readonly apps: string
  /** The remote kit. */
  readonly kit: string
  /** The owner's values. */
  readonly siteConfig: string
}

/** Writes the archive of the site into `dist/`, in place of older ones. Returns the file. */
export async function packSite(kit: string): Promise<string> {
  const siteConfig = resolve(root, process.env.SITE_CONFIG || 'site.config.json')
  const { name, bytes } = await createSiteArchive({ apps: output, kit, siteConfig })
  const file = join(output, `${name}.tar.gz`)
  await writeAtomically(file, bytes)
  for (const other of readdirSync(output))
    if (archiveFile.test(other) && other !== basename(file)) rmSync(join(output, other))
  return file
}

/** The archive with everything that the site needs to run on Node alone. Equal sources give equal bytes. */
async function createSiteArchive({ apps, kit, siteConfig }: ArchiveSources) {
  const { platform, locations } = findCopiedPackages()
  const server = await bundleServer()
  const files = new Map<string, Buffer>()
  const addFolder = (folder: string, target: string) => {
    for (const file of listFiles(folder)) files.set(`${target}/${file}`, readFileSync(join(folder, file)))
  }
  for (const [file, code] of server.files) files.set(`server/${file}`, code)
  for (const name of [...(await findApps(root)).map((app) => app.name), consoleName])
    addFolder(join(apps, name), `apps/${name}`)
  files.set(`apps/${basename(kit)}`, readFileSync(kit))
  for (const location of locations) addFolder(join(root, location), location.replace(/^server\//, ''))
  addFolder(join(import.meta.dirname, 'deploy'), 'deploy')
  files.set(program, readFileSync(join(import.meta.dirname, 'archive', program)))
  files.set('site.config.json', readFileSync(siteConfig))
  // Built alone: what `npm start` has built may have images of earlier content.
  await withTemporaryFolder(async (folder) => {
    await buildContent({ root, output: folder })
    addFolder(folder, 'content')
  })
  const image = await drawSiteImage(root, siteConfig)
  if (image !== null) files.set('site-image.png', readFileSync(image))
  files.set('LICENSE', readFileSync(join(root, 'LICENSE')))
  files.set('THIRD-PARTY-LICENSES.txt', Buffer.from(listLicenses(server.packages)))
  const version = `${readPackage(root, '.').version}-${hashFiles(files)}`
  const description = { name: 'portico-site', version, private: true, type: 'module' }
  const portico = { platform, node: neededNode }
  files.set('package.json', Buffer.from(`${JSON.stringify({ ...description, portico }, null, 2)}\n`))
  const folder = `portico-${version}`
  const isProgram = (path: string) => path === program
  return { name: `${folder}-${platform}`, bytes: await packFiles(files, { folder, isProgram }) }
}

function hashFiles(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex').slice(0, 8)
}

const PackageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'see its source'),
})
const licenseFile = /^(?:licen[cs]e|copying|notice)/i

/** The licenses of the packages in these folders, as a text: a bundle must include them. */
function listLicenses(folders: readonly string[]): string {
  return folders.map(describePackage).join('\n')
}

function describePackage(folder: string): string {
  const { name, version, license } = readJson(join(folder, 'package.json'), PackageSchema)
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  return [`${'='.repeat(80)}`, `${name} ${version} (${license})`, '', ...texts, ''].join('\n')
}
