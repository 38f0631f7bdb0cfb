import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from './find-apps.ts'

/** What the CSS loader tells of the file at hand. */
interface StyleFile {
  readonly rootContext: string
  readonly resourcePath: string
}

/**
 * Gives each class and each keyframes of an app's CSS Modules a number, for names stand in the styles and in the
 * scripts. The same sources give the same numbers everywhere; the release in front of them keeps two of it apart.
 */
export function numberedNames(app: Pick<App, 'name' | 'folder' | 'hash'>) {
  let numbers: ReadonlyMap<string, number> | null = null
  return ({ rootContext, resourcePath }: StyleFile, _template: string, local: string): string => {
    numbers ??= numberNames(rootContext, app.folder)
    const file = relative(rootContext, resourcePath)
    const number = numbers.get(`${file} ${local}`)
    if (number === undefined) {
      throw new Error(
        `"${local}" of ${file} has no number: expected is a class or keyframes of ${app.folder}/ or shared/.`,
      )
    }
    return `${app.name}-${app.hash}-${number.toString(36)}`
  }
}

function numberNames(root: string, folder: string): Map<string, number> {
  const patterns = [folder, 'shared'].map((from) => `${from}/**/*.module.css`)
  const files = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }).sort()
  const names = files.flatMap((file) => localsOf(join(root, file)).map((local) => `${file} ${local}`))
  return new Map(names.map((name, at) => [name, at]))
}

// More than there are is no harm, such as the ending of a file that is named.
function localsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:\.|@keyframes\s+)(-?[_a-zA-Z][\w-]*)/g)
  return [...new Set([...found].flatMap(([, local]) => local ?? []))]
}
