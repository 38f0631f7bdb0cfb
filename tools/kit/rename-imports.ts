import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../layers/check-layers.ts'
import { listImports } from '../layers/list-imports.ts'
import { listSources } from '../layers/list-sources.ts'
import { movedModules } from './moved-modules.ts'
import { formerKitPackage, kitPackage } from './read-kit.ts'

const former = `${formerKitPackage}/`

/** The files of a repository that name the kit by its former name, with the text that they should have. */
export function renameImports(root: string): Source[] {
  const settings = readdirSync(root)
    .filter((file) => /^tsconfig.*\.json$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return [
    ...listSources(root).map((source) => ({ source, renamed: renameInModule(source) })),
    ...settings.map((source) => ({ source, renamed: renameInSettings(source) })),
  ]
    .filter(({ source, renamed }) => renamed !== source.text)
    .map(({ source, renamed }) => ({ file: source.file, text: renamed }))
}

function renameInModule({ file, text }: Source): string {
  if (!text.includes(former)) return text
  return listImports(file, text)
    .filter(({ start }) => text.startsWith(former, start + 1))
    .toSorted((left, right) => right.start - left.start) // from the end, so that the positions stay true
    .reduce((changed, { specifier, start }) => {
      const path = specifier.slice(former.length)
      const moved = movedModules[path]
      const before = moved === undefined ? former : former + path
      const after = `${kitPackage}/${moved ?? ''}`
      return changed.slice(0, start + 1) + after + changed.slice(start + 1 + before.length)
    }, text)
}

function renameInSettings({ text }: Source): string {
  return text.replaceAll(`"${former}`, `"${kitPackage}/`)
}
