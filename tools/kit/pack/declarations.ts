import { dirname, posix } from 'node:path'
import { movedModules } from '../moved-modules.ts'

/** The module with which a repository tests its pages. */
const testModule = 'tools/kit/test-page'

const imported = /(?:\bfrom |\bimport\()["']([^"']+)["']/g

/** What `package.json` exports: modules by the names that they have in this repository. */
export function listExports(): Record<string, unknown> {
  const toExport = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
  return {
    './test-page.ts': toExport(testModule),
    ...Object.fromEntries(
      Object.entries(movedModules).map(([before, now]) => [
        `./${before}`,
        toExport(`shared/kit/${withoutEnding(now)}`),
      ]),
    ),
    './*.ts': toExport('shared/kit/*'),
    './*.tsx': toExport('shared/kit/*'),
    './*.css': './shared/kit/*.css',
  }
}

/** Removes the declarations that nothing exported needs: a fifth of the kit's own bytes. */
export function removeInternalDeclarations(
  files: Map<string, Buffer>,
  isExported: (name: string) => boolean,
): void {
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

/** Whether the kit exports the module of a declaration. */
export function isExportedByKit(name: string): boolean {
  return name.startsWith('shared/kit/') || name === `${testModule}.d.ts`
}

function resolveDeclaration(importer: string, target: string): string {
  const name = target.startsWith('@portico/')
    ? `shared/${target.slice('@portico/'.length)}`
    : posix.join(dirname(importer), target)
  return `${withoutEnding(name)}.d.ts`
}

function withoutEnding(name: string): string {
  return name.replace(/\.tsx?$/, '')
}
