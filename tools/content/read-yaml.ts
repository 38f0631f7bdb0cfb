import * as v from 'valibot'
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import { describeIssue } from '../system/describe-issue.ts'
import { createContentError, type TextFile } from './content-error.ts'

/**
 * Parses YAML and validates it. Throws a ContentError that lists every error with its line; `linesBefore` is the number
 * of lines of the file before the YAML.
 */
export function readYaml<T>(schema: v.GenericSchema<unknown, T>, file: TextFile, linesBefore = 0): T {
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false })
  const getLine = (offset: number) => lines.linePos(offset).line + linesBefore
  const syntaxError = document.errors[0]
  if (syntaxError) throw createContentError(file, getLine(syntaxError.pos[0]), syntaxError.message)
  const parsed = v.safeParse(schema, document.toJS() ?? {})
  if (parsed.success) return parsed.output
  const [first, ...others] = parsed.issues.map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key)
    return createContentError(
      file,
      getLine(findOffset(document, keys)),
      `${keys.join('.')}: ${describeIssue(issue)}`,
    )
  })
  if (first === undefined) throw createContentError(file, linesBefore + 1, 'is invalid')
  first.message = [first, ...others].map(({ message }) => message).join('\n')
  throw first
}

/** The offset of the value at `keys`, or of the nearest enclosing value when it is missing. */
function findOffset(document: Document, keys: readonly unknown[]): number {
  for (let length = keys.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(keys.slice(0, length - 1), true)
    if (!isMap(parent)) {
      const item = document.getIn(keys.slice(0, length), true)
      if (isNode(item) && item.range) return item.range[0]
      continue
    }
    const pair = parent.items.find((entry) => isPair(entry) && getKey(entry.key) === keys[length - 1])
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0]
  }
  return 0
}

function getKey(key: unknown): unknown {
  return isScalar(key) ? key.value : key
}
