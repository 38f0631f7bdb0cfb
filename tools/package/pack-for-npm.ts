import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packFiles } from '../build/pack-files.ts'
import { readPackage } from '../build/read-sources.ts'
import { readRepository } from '../kit/pack/read-repository.ts'
import { root } from '../system/run-command.ts'
import { getPackageId, type PackageFiles, writePackage } from './server-files.ts'

/** What a package has in addition to the fields that all of ours have. */
interface Description {
  readonly name: string
  /** The folder of the repository with its README. */
  readonly source: string
  /** Where to write it. */
  readonly folder: string
  readonly description: string
  readonly engines: { readonly node: string }
  readonly bin?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/**
 * Packs files as `npm publish` takes them, with the version of this project. Returns the file, whose name changes with its bytes, because
 * npx keeps what it has installed from a file; it replaces older ones.
 */
export async function packForNpm(
  files: PackageFiles,
  { folder, source, ...fields }: Description,
): Promise<string> {
  files.set('README.md', readFileSync(join(root, source, 'README.md')))
  files.set('LICENSE', readFileSync(join(root, 'LICENSE')))
  const description = {
    version: readPackage(root, '.').version,
    license: 'MIT',
    type: 'module',
    ...fields,
    ...readRepository(source),
    publishConfig: { access: 'public', provenance: true },
  }
  files.set('package.json', Buffer.from(`${JSON.stringify(description, null, 2)}\n`))
  const programs = Object.values(fields.bin ?? {})
  // npm expects this folder.
  const bytes = await packFiles(files, { folder: 'package', isProgram: (path) => programs.includes(path) })
  const name = fields.name.replace('@', '').replace('/', '-')
  return writePackage(join(folder, `${name}-${getPackageId(files)}.tgz`), bytes, { name, ending: '.tgz' })
}
