import { suggest } from './suggest.ts'

/** What is wrong with a command line, from an error of Node's `parseArgs`; `flags` are the names of those that exist. */
export function describeParseError(error: unknown, flags: readonly string[]): string {
  // Node adds advice on unusual arguments.
  const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\.\s/)
  const ambiguous = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(sentence)?.[1]
  if (ambiguous !== undefined) return `${ambiguous} needs a value. If it begins with a dash: ${ambiguous}=-…`
  const incomplete = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(sentence)?.[1]
  if (incomplete !== undefined) return `${incomplete} needs a value.`
  const unknown = /^Unknown option '-{1,2}([^']+)'/.exec(sentence)?.[1]
  const suggestion = unknown === undefined ? '' : suggest(unknown, flags, '--')
  return `${sentence.replace(/\.$/, '')}.${suggestion}`
}
