import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { consoleName } from '../build/create-console-environment.ts'
import { readPackage } from '../build/read-sources.ts'
import { listFiles } from '../system/list-files.ts'
import { readJson } from '../system/read-json.ts'
import { root } from '../system/run-command.ts'
import { writeAtomically } from '../system/write-atomically.ts'
import { bundleProgram, type PackedProgram } from './bundle-program.ts'

/** The folder of built apps and packages. */
export const output = join(root, 'dist')

/** The program that starts a packed server. */
export const program = 'portico.js'

/** The files of a package, by path. */
export type PackageFiles = Map<string, Buffer>

/** A bundled program in `folder`, and licenses. */
export async function createProgramFiles(kind: PackedProgram, folder: string): Promise<PackageFiles> {
  const bundle = await bundleProgram(kind)
  const files: PackageFiles = new Map()
  for (const [file, code] of bundle.files) files.set(`${folder}/${file}`, code)
  files.set('LICENSE', readFileSync(join(root, 'LICENSE')))
  files.set('THIRD-PARTY-LICENSES.txt', Buffer.from(listLicenses(bundle.packages)))
  return files
}

/** What the packages of every server have in addition: the console in the folder of built `apps`, and the program that starts it. */
export async function createServerFiles(kind: 'plane' | 'site', apps: string): Promise<PackageFiles> {
  const files = await createProgramFiles(kind, 'server')
  addFolder(files, join(apps, consoleName), `apps/${consoleName}`)
  files.set(program, readFileSync(join(import.meta.dirname, 'archive', program)))
  return files
}

/** Adds the files of a folder. */
export function addFolder(files: PackageFiles, folder: string, target: string): void {
  for (const file of listFiles(folder)) files.set(`${target}/${file}`, readFileSync(join(folder, file)))
}

/** Writes a package, in place of older ones in its folder, whose names begin with `name-`, and end as that of this one does. */
export async function writePackage(
  file: string,
  bytes: Buffer,
  { name, ending }: { readonly name: string; readonly ending: string },
): Promise<string> {
  await writeAtomically(file, bytes)
  for (const other of readdirSync(dirname(file)))
    if (other.startsWith(`${name}-`) && other.endsWith(ending) && other !== basename(file))
      rmSync(join(dirname(file), other))
  return file
}

/** The version of this project with a hash of the files. */
export function getPackageId(files: PackageFiles): string {
  return `${readPackage(root, '.').version}-h${hashFiles(files)}`
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
