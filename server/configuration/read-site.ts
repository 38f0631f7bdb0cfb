import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'
import { OperatorError } from './operator-error.ts'

// Not part of SiteSchema, because browsers parse it, too, and the clock of a visitor may be wrong.
const SiteFileSchema = v.strictObject({
  ...SiteSchema.entries,
  birthDate: v.pipe(
    SiteSchema.entries.birthDate,
    v.check(
      (date) => date <= new Date().toISOString().slice(0, 10),
      'expected a date that is not in the future',
    ),
  ),
})

/** Reads the owner's values. Throws an OperatorError that names the file and each invalid field. */
export function readSite(file: string): Site {
  const name = basename(file)
  const parsed = v.safeParse(SiteFileSchema, parseJson(name, readText(file)))
  if (parsed.success) return parsed.output
  throw new OperatorError(parsed.issues.map((issue) => describeIssue(name, issue)).join('\n'))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new OperatorError(`${file}: can't be read. Set SITE_CONFIG to the file with the owner's values.`, {
      cause,
    })
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(`${name}: expected JSON: ${why}`, { cause })
  }
}

function describeIssue(name: string, issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? '(the whole file)'
  if (issue.kind === 'schema' && issue.received === 'undefined') return `${name}: ${field}: is required`
  const expected =
    issue.type === 'strict_object' && issue.expected === 'never' ? 'no such field' : describeExpected(issue)
  const actual = typeof issue.input === 'string' ? JSON.stringify(issue.input) : issue.received
  return `${name}: ${field}: expected ${expected}, got ${actual}`
}

function describeExpected(issue: v.BaseIssue<unknown>): string {
  if (issue.message.startsWith('expected ')) return issue.message.slice('expected '.length)
  return issue.expected ?? issue.message
}
