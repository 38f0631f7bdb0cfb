import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import * as v from 'valibot'

/** A position in a built file, both counted from 0. */
interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

const MapSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    file: v.optional(v.string(), ''),
    version: v.number(),
    sources: v.array(v.string()),
    sourcesContent: v.optional(v.array(v.string()), []),
    names: v.array(v.string()),
    mappings: v.string(),
    sourceRoot: v.optional(v.string(), ''),
  }),
)

/** Where something comes from. */
interface Source {
  readonly file: string
  /** Counted from 0. */
  readonly line: number
  /** The lines of the file. */
  readonly text: readonly string[]
}

/** Finds the source of a position in a file of a build; null: it has no source map, as with `--folder` from elsewhere. */
function findSource(folder: string, { file, line, column }: Position): Source | null {
  const mapFile = join(folder, `${file}.map`)
  if (!existsSync(mapFile)) return null
  const map = v.parse(MapSchema, readFileSync(mapFile, 'utf8'))
  const entry = new SourceMap({ ...map, sourcesContent: map.sourcesContent }).findEntry(line, column)
  if (!('originalSource' in entry)) return null
  const text = map.sourcesContent[map.sources.indexOf(entry.originalSource)] ?? ''
  const [path = ''] = entry.originalSource.split('?', 1)
  const name = path.replace(/^.*?:\/\/[^/]*\//, '').replace(/^(?:\.\.?\/)+/, '')
  return { file: name, line: entry.originalLine, text: text.split('\n') }
}

/** The place of a position in a script of the release, such as `pages/home/route.tsx:12`; without a source map, in the script. */
export function describePosition(folder: string, position: Position): string {
  const source = findSource(folder, position)
  if (source !== null) return `${source.file}:${source.line + 1}`
  return `${position.file}:${position.line + 1}:${position.column + 1}`
}

/** A component that is known by the text of its function, such as `Home (pages/home/route.tsx:12)`; null: no script of the release has it. */
export function describeFunction(folder: string, text: string): string | null {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  for (const file of files) {
    const script = readFileSync(join(folder, file), 'utf8')
    const at = script.indexOf(text)
    if (at === -1) continue
    const before = script.slice(0, at).split('\n')
    const position = { file, line: before.length - 1, column: before.at(-1)?.length ?? 0 }
    const source = findSource(folder, position)
    return source === null ? file : describeComponent(source)
  }
  return null
}

const declaration = /(?:function|const|class) +([A-Z]\w*)/

/** The component that is declared last before a position, which may be inside of it. */
function describeComponent({ file, line, text }: Source): string {
  const start = text.slice(0, line + 1).findLastIndex((it) => declaration.test(it))
  const name = declaration.exec(text[start] ?? '')?.[1]
  return name === undefined ? `${file}:${line + 1}` : `${name} (${file}:${start + 1})`
}
