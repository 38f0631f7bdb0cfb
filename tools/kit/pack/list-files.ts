import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import { listFiles } from '../../system/list-files.ts'
import { root } from '../../system/run-command.ts'
import { axeFile } from '../read-kit.ts'
import { isExportedByKit, removeInternalDeclarations } from './declarations.ts'

/** The files of the kit, by name in the package. */
export type KitFiles = Map<string, Buffer>

/** Our packages, and their folders in the kit. */
const ownPackage = /^@portico\/(kit|protocol)\//
/** Only the library: the package is five times as large. */
const axeFolder = dirname(fileURLToPath(import.meta.resolve('axe-core')))
const template = 'tools/kit/template'
/** What people read in a registry. */
export const kitReadme = 'shared/kit/README.md'
/** What each version of the contract changed. */
const contractPages = 'docs/contract'
/** A package of 30 MB, of which the UI kit needs three small modules. */
const copiedModule = /^@lucide\/icons\/icons\/([a-z-]+)$/
const importedName = /(^import |\bfrom |\bimport\()(["'])([^"'./\s][^"'\s]*)\2/gm
const reference = /(<reference path=")(?:[^"/]*\/)*([^/"]+")/g

/** The kit's files: the compiled modules, the style sheets and hand-written types of `shared/kit`, and what `create` copies. */
export function listKitFiles(compiled: string): KitFiles {
  const files: KitFiles = new Map()
  for (const name of listFiles(compiled)) {
    const text = readFileSync(join(compiled, name), 'utf8')
    files.set(
      name,
      Buffer.from(name.endsWith('.js') ? rewriteImports(name, text, files) : rewriteTypes(text)),
    )
  }
  for (const name of listFiles(join(root, 'shared/kit'))) {
    if (/^(?:\.types|node_modules|testing)\//.test(name) || !/\.(?:css|d\.ts)$/.test(name)) continue
    files.set(`shared/kit/${name}`, readFileSync(join(root, 'shared/kit', name)))
  }
  removeInternalDeclarations(files, isExportedByKit)
  for (const name of listFiles(join(root, template)))
    files.set(`${template}/${name}`, readFileSync(join(root, template, name)))
  for (const name of listFiles(join(root, contractPages)))
    files.set(`${contractPages}/${name}`, readFileSync(join(root, contractPages, name)))
  files.set(limitsGuide, readFileSync(join(root, limitsGuide)))
  for (const name of [axeFile, 'copied/axe-core/LICENSE'])
    files.set(name, readFileSync(join(axeFolder, basename(name))))
  files.set('LICENSE', readFileSync(join(root, 'LICENSE')))
  files.set('README.md', readFileSync(join(root, kitReadme)))
  return files
}

/** The packages that the modules of the kit import at run time. */
export function listImportedPackages(files: KitFiles): string[] {
  const names = new Set<string>()
  for (const [file, bytes] of files) {
    if (!file.endsWith('.js')) continue
    for (const [, , , name = ''] of bytes.toString().matchAll(importedName)) {
      const [scope = '', rest = ''] = name.split('/')
      if (!name.startsWith('node:') && scope !== 'app')
        names.add(scope.startsWith('@') ? `${scope}/${rest}` : scope)
    }
  }
  return [...names].sort()
}

/** Within the kit, its own modules and the copied ones are imported by their place in the package. */
function rewriteImports(file: string, text: string, files: KitFiles): string {
  return text.replaceAll(importedName, (all, before: string, quote: string, name: string) => {
    const target = ownPackage.test(name)
      ? name.replace(ownPackage, 'shared/$1/').replace(/\.tsx?$/, '.js')
      : copyModule(name, files)
    if (target === null) return all
    const path = posix.relative(dirname(file), target)
    return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
  })
}

function copyModule(name: string, files: KitFiles): string | null {
  const icon = copiedModule.exec(name)?.[1]
  if (icon === undefined) return null
  const target = `copied/lucide-icons/${icon}.js`
  const source = fileURLToPath(import.meta.resolve(name))
  files.set(target, Buffer.from(readFileSync(source, 'utf8').replace(/\/\/# sourceMappingURL.*\n?/, '')))
  const license = join(dirname(source), '../../../LICENSE')
  files.set('copied/lucide-icons/LICENSE', readFileSync(license))
  return target
}

/** The compiler refers to the repository's file; its copy is next to the declaration. */
function rewriteTypes(text: string): string {
  return text.replaceAll(reference, '$1$2')
}
