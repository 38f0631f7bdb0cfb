import * as v from 'valibot'
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import { mistake, type TextFile } from './content-error.ts'

/**
 * Reads YAML by a schema. Throws a ContentError with every mistake and its line; `linesBefore` is how many lines of
 * the file stand before the YAML.
 */
export function readYaml<T>(schema: v.GenericSchema<unknown, T>, file: TextFile, linesBefore = 0): T {
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + linesBefore
  const broken = document.errors[0]
  if (broken) throw mistake(file, lineAt(broken.pos[0]), broken.message)
  const parsed = v.safeParse(schema, document.toJS() ?? {})
  if (parsed.success) return parsed.output
  const [first, ...others] = parsed.issues.map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key)
    return mistake(file, lineAt(offsetOf(document, keys)), `${keys.join('.')}: ${wordsFor(issue)}`)
  })
  if (first === undefined) throw mistake(file, linesBefore + 1, 'is wrong')
  first.message = [first, ...others].map(({ message }) => message).join('\n')
  throw first
}

function wordsFor(issue: v.BaseIssue<unknown>): string {
  if (issue.message.startsWith('expected ')) return issue.message
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'there is no such field'
  if (issue.received === 'undefined') return 'is missing'
  return `expected ${issue.expected ?? 'something else'}, got ${issue.received}`
}

/** Where the value at `keys` begins; where it is missing, where the nearest value around it begins. */
function offsetOf(document: Document, keys: readonly unknown[]): number {
  for (let length = keys.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(keys.slice(0, length - 1), true)
    if (!isMap(parent)) {
      const item = document.getIn(keys.slice(0, length), true)
      if (isNode(item) && item.range) return item.range[0]
      continue
    }
    const pair = parent.items.find((entry) => isPair(entry) && keyOf(entry.key) === keys[length - 1])
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0]
  }
  return 0
}

function keyOf(key: unknown): unknown {
  return isScalar(key) ? key.value : key
}
