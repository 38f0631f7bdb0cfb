import { dirname, posix } from 'node:path'

/** Folders of `shared` that belong to the site, and what a repository may still import from them. */
const internalFolders: Readonly<Record<string, readonly string[]>> = {
  'command-line': [],
  release: ['manifest.ts', 'page-metadata.ts', 'row-filter.ts'],
  rollout: [],
}
/** The module with which a repository tests its pages. */
const testModule = 'tools/kit/test-page'

const imported = /(?:\bfrom |\bimport\()["']([^"']+)["']/g

/** What `package.json` exports: modules by the names that they have in this repository. */
export function listExports(): Record<string, unknown> {
  const toExport = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
  const internal = Object.entries(internalFolders).flatMap(([folder, modules]) => [
    [`./${folder}/*`, null],
    ...modules.map((name) => [`./${folder}/${name}`, toExport(`shared/${folder}/${withoutEnding(name)}`)]),
  ])
  return {
    './test-page.ts': toExport(testModule),
    ...Object.fromEntries(internal),
    './*.ts': toExport('shared/*'),
    './*.tsx': toExport('shared/*'),
    './*.css': './shared/*.css',
  }
}

/** Removes the declarations that nothing exported needs: a fifth of the kit's own bytes. */
export function removeInternalDeclarations(files: Map<string, Buffer>): void {
  const needed = new Set<string>()
  const visit = (name: string) => {
    const text = files.get(name)?.toString()
    if (text === undefined || needed.has(name)) return
    needed.add(name)
    for (const [, target = ''] of text.matchAll(imported)) visit(resolveDeclaration(name, target))
  }
  const declarations = [...files.keys()].filter((name) => name.endsWith('.d.ts'))
  for (const name of declarations.filter(isExported)) visit(name)
  for (const name of declarations) if (!needed.has(name)) files.delete(name)
}

function isExported(name: string): boolean {
  const [room, folder = '', file = ''] = name.split('/')
  if (room !== 'shared') return name === `${testModule}.d.ts`
  return internalFolders[folder]?.includes(file.replace(/\.d\.ts$/, '.ts')) ?? true
}

function resolveDeclaration(importer: string, target: string): string {
  const name = target.startsWith('@portico/')
    ? target.slice('@portico/'.length)
    : posix.join(dirname(importer), target)
  return `${withoutEnding(name)}.d.ts`
}

function withoutEnding(name: string): string {
  return name.replace(/\.tsx?$/, '')
}
