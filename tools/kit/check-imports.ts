import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Finding } from '@portico/shared/release/release-api.ts'
import type { ImportRule } from './import-rule.ts'
import { listImports } from './list-imports.ts'

const maxShown = 10
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name)

/** Checks that a repository imports only what the remotes of the site may: by the rule of their lint, which the kit has. */
export function checkImports(root: string, rule: ImportRule): Finding {
  const forbidden = listSources(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return listImports(text)
      .filter(({ name }) => isForbidden(name, rule.group))
      .map(({ name, line }) => `${file}:${line} ${name}`)
  })
  if (forbidden.length === 0) return { check: 'imports', isOk: true, message: 'ok', hint: '' }
  const more = forbidden.length > maxShown ? [`and ${forbidden.length - maxShown} more`] : []
  const message = `\n        ${[...forbidden.slice(0, maxShown), ...more].join('\n        ')}\n       `
  return { check: 'imports', isOk: false, message, hint: rule.message }
}

/** Whether an import matches the patterns, of which a later one with `!` allows again, as in a `.gitignore`. */
export function isForbidden(name: string, patterns: readonly string[]): boolean {
  let isMatch = false
  for (const pattern of patterns) {
    const allows = pattern.startsWith('!')
    if (matches((allows ? pattern.slice(1) : pattern).split('/'), name.split('/'))) isMatch = !allows
  }
  return isMatch
}

function matches([pattern, ...patterns]: readonly string[], [part, ...parts]: readonly string[]): boolean {
  if (pattern === undefined) return part === undefined
  if (
    pattern === '**' &&
    patterns.length > 0 &&
    matches(patterns, part === undefined ? [] : [part, ...parts])
  )
    return true
  if (part === undefined) return false
  if (pattern === '**') return patterns.length === 0 || matches([pattern, ...patterns], parts)
  const [start = '', end] = pattern.split('*')
  const isMatch =
    end === undefined
      ? part === pattern
      : part.length >= start.length + end.length && part.startsWith(start) && part.endsWith(end)
  return isMatch && matches(patterns, parts)
}

function listSources(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .toSorted()
}
