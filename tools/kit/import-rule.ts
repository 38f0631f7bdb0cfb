import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { root } from '../system/run-command.ts'

/** Schema of what a remote must not import: patterns as in a `.gitignore`, and what to say. */
export const ImportRuleSchema = v.object({ group: v.array(v.string()), message: v.string() })

/** What a remote must not import. */
export type ImportRule = v.InferOutput<typeof ImportRuleSchema>

/** The files of this repository's remotes, as its lint names them. */
const remotes = 'remote-*/**'

const RuleSchema = v.object({ options: v.object({ patterns: v.tuple([ImportRuleSchema]) }) })
const LintSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    overrides: v.array(
      v.object({
        includes: v.array(v.string()),
        linter: v.optional(v.object({ rules: v.object({ style: v.record(v.string(), v.unknown()) }) })),
      }),
    ),
  }),
)

/** Reads the rule for remotes from the lint of this repository: the kit has the same one. */
export function readImportRule(): ImportRule {
  const { overrides } = v.parse(LintSchema, readFileSync(join(root, 'biome.json'), 'utf8'))
  const rule = overrides.find(({ includes, linter }) => includes.includes(remotes) && linter !== undefined)
  return v.parse(RuleSchema, rule?.linter?.rules.style.noRestrictedImports).options.patterns[0]
}
