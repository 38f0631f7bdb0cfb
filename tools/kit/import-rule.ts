import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { layersFile } from '../layers/check-repository.ts'
import { LayersSchema } from '../layers/layers.ts'
import { root } from '../system/run-command.ts'

const PackagesSchema = v.object({ group: v.array(v.string()), message: v.string() })

/** Schema of what a remote may import: packages that it must not, what to say, and the order of its rooms. */
export const ImportRuleSchema = v.object({
  ...PackagesSchema.entries,
  order: v.optional(v.array(v.string()), []), // older kits have none
})

export type ImportRule = v.InferOutput<typeof ImportRuleSchema>

/** The remotes of this repository without an order of their own: in the table of layers, and as files in its lint. */
const remotes = 'remote-*'

const RuleSchema = v.object({ options: v.object({ patterns: v.tuple([PackagesSchema]) }) })
const LintSchema = v.object({
  overrides: v.array(
    v.object({
      includes: v.array(v.string()),
      linter: v.optional(v.object({ rules: v.object({ style: v.record(v.string(), v.unknown()) }) })),
    }),
  ),
})

/** Reads the rules for a new remote from the lint and the table of layers of this repository: the kit has the same. */
export function readImportRule(): ImportRule {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { overrides } = v.parse(LintSchema, read('biome.json'))
  const lint = overrides.find(
    ({ includes, linter }) => includes.includes(`${remotes}/**`) && linter !== undefined,
  )
  const packages = v.parse(RuleSchema, lint?.linter?.rules.style.noRestrictedImports).options.patterns[0]
  const table = read(layersFile)
  v.assert(LayersSchema, table)
  return { ...packages, order: table.order[remotes] ?? [] }
}
