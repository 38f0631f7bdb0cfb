import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { type LanguageServer, startLanguageServer } from '../system/language-server.ts'
import { listFiles } from '../system/list-files.ts'
import { listErrors, passed } from './findings.ts'

const PositionSchema = v.object({ line: v.number(), character: v.number() })
const DiagnosticsSchema = v.object({
  items: v.array(
    v.object({ tags: v.optional(v.array(v.number()), []), range: v.object({ start: PositionSchema }) }),
  ),
})
const HoverSchema = v.nullable(v.object({ contents: v.object({ value: v.string() }) }))

/** `DiagnosticTag.Deprecated` of the Language Server Protocol. */
const deprecatedTag = 2
/** How a part of the contract says so: `@deprecated Since contract version 2, removed in 3: …`. */
const contractDeprecation = /@deprecated\W+(Since contract version [^\n]+)/

/** Warns about parts of the contract that the remote in `folder` uses and the next version removes. */
export async function findDeprecations(folder: string): Promise<Finding> {
  const server = startLanguageServer()
  try {
    const textDocument = {
      hover: { contentFormat: ['plaintext'] },
      diagnostic: { tagSupport: { valueSet: [deprecatedTag] } },
    }
    const capabilities = { textDocument }
    await server.request('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities,
    })
    server.notify('initialized', {})
    const found: string[] = []
    for (const file of listSources(folder)) found.push(...(await findInFile(server, { folder, file })))
    if (found.length === 0) return passed('deprecations')
    const hint = 'The contract has a page for each version: docs/contract.'
    return { ...passed('deprecations', listErrors(found)), isWarning: true, hint }
  } finally {
    server.stop()
  }
}

async function findInFile(
  server: LanguageServer,
  { folder, file }: { readonly folder: string; readonly file: string },
): Promise<string[]> {
  const path = join(folder, file)
  const uri = pathToFileURL(path).href
  const languageId = file.endsWith('x') ? 'typescriptreact' : 'typescript'
  const textDocument = { uri, languageId, version: 1, text: readFileSync(path, 'utf8') }
  server.notify('textDocument/didOpen', { textDocument })
  const report = await server.request('textDocument/diagnostic', { textDocument: { uri } })
  const deprecated = v
    .parse(DiagnosticsSchema, report)
    .items.filter(({ tags }) => tags.includes(deprecatedTag))
  const found: string[] = []
  for (const { range } of deprecated) {
    const position = range.start
    const hover = await server.request('textDocument/hover', { textDocument: { uri }, position })
    const text = contractDeprecation.exec(v.parse(HoverSchema, hover)?.contents.value ?? '')?.[1]
    const place = `${file}:${position.line + 1}:${position.character + 1}`
    if (text !== undefined) found.push(`${place} ${text}`)
  }
  server.notify('textDocument/didClose', { textDocument: { uri } })
  return found
}

function listSources(folder: string): string[] {
  const isSource = (file: string) => /(?<!\.test|\.d)\.tsx?$/.test(file)
  const isForeign = (file: string) => /(?:^|\/)(?:node_modules|dist|\.types)\//.test(file)
  return listFiles(folder).filter((file) => isSource(file) && !isForeign(file))
}
