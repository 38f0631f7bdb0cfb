import { SourceMap as Mappings } from 'node:module'
import { mebibyte } from '@portico/kit/contract/release-file.ts'
import * as v from 'valibot'

/** The extension of the source map of a script. */
export const mapExtension = '.map'

/** Of a source map in a release: the largest of this site has 160 kB, and a thread reads 5 MiB in a second. */
export const maxMapBytes = 5 * mebibyte

/** Schema of a source map as the build writes it: names of functions take the place of the sources. */
const SourceMapSchema = v.object({
  version: v.literal(3),
  file: v.optional(v.string(), ''),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  mappings: v.string(),
  /** The functions of each source: first line, last line, name. */
  x_portico_functions: v.optional(v.array(v.array(v.tuple([v.number(), v.number(), v.string()]))), []),
})

export type SourceMap = v.InferOutput<typeof SourceMapSchema>

const JsonSchema = v.pipe(v.string(), v.parseJson(), SourceMapSchema)

/** A position in a script, from 1. */
export interface ScriptPosition {
  readonly line: number
  readonly column: number
}

export interface SourcePosition {
  /** Such as `pages/home/route.tsx`. */
  readonly file: string
  readonly line: number
  /** The innermost function or class around it that has a name; null: there is none. */
  readonly function: string | null
}

/**
 * Returns the position in the source of each position in a script, with the text of the script's source map; null: it has none.
 * Runs on Node only. Throws if the text is no source map.
 */
export function findSources(text: string, positions: readonly ScriptPosition[]): (SourcePosition | null)[] {
  const { x_portico_functions: functions, ...map } = v.parse(JsonSchema, text)
  const mappings = new Mappings({ ...map, sourcesContent: [], sourceRoot: '' })
  return positions.map(({ line, column }) => {
    const entry = mappings.findEntry(line - 1, column - 1)
    if (!('originalSource' in entry)) return null
    const original = entry.originalLine + 1
    const around = (functions[map.sources.indexOf(entry.originalSource)] ?? [])
      .filter(([first, last]) => first <= original && original <= last)
      .toSorted((a, b) => b[0] - a[0] || a[1] - b[1])
    return {
      file: toSourceName(entry.originalSource),
      line: original,
      function: around[0]?.[2] ?? null,
    }
  })
}

/** A path in the repository, from `../../pages/home.tsx?query` or `webpack://name/./pages/home.tsx`. */
function toSourceName(source: string): string {
  const [path = ''] = source.split('?', 1)
  return path.replace(/^[a-z-]+:\/\/[^/]*\//, '').replace(/^(?:\.\.?\/)+/, '')
}
