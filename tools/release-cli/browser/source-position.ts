import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isScript } from '@portico/protocol/release/media-types.ts'
import { findSources, mapExtension, type SourcePosition } from '@portico/protocol/release/source-map.ts'

/** A position in a built file, both counted from 0. */
interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Finds the source of a position in a file of a build; null: it has no source map, as with `--folder` from elsewhere. */
function findSource(folder: string, { file, line, column }: Position): SourcePosition | null {
  const mapFile = join(folder, file + mapExtension)
  if (!existsSync(mapFile)) return null
  return findSources(readFileSync(mapFile, 'utf8'), [{ line: line + 1, column: column + 1 }])[0] ?? null
}

/** The place of a position in a script of the release, such as `pages/home/route.tsx:12`; without a source map, in the script. */
export function describePosition(folder: string, position: Position): string {
  const source = findSource(folder, position)
  if (source !== null) return `${source.file}:${source.line}`
  return `${position.file}:${position.line + 1}:${position.column + 1}`
}

/** A component that is known by the text of its function, such as `Home (pages/home/route.tsx:12)`; null: no script of the release has it. */
export function describeFunction(folder: string, text: string): string | null {
  const files = readdirSync(folder).filter(isScript)
  for (const file of files) {
    const script = readFileSync(join(folder, file), 'utf8')
    const at = script.indexOf(text)
    if (at === -1) continue
    const before = script.slice(0, at).split('\n')
    const source = findSource(folder, { file, line: before.length - 1, column: before.at(-1)?.length ?? 0 })
    if (source === null) return file
    const place = `${source.file}:${source.line}`
    return source.function === null ? place : `${source.function} (${place})`
  }
  return null
}
