import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { checkLayers } from '../layers/check-layers.ts'
import { parseLayers } from '../layers/layers.ts'
import { listSources } from '../layers/list-sources.ts'
import { failed, listErrors, passed } from '../release-cli/findings.ts'
import type { ImportRule } from './import-rule.ts'
import { formerKitPackage, kitPackage } from './read-kit.ts'

const renamed = `The kit is called ${kitPackage} now: run npx --no-install portico upgrade.`

/** Checks that a repository imports only what the remotes of the site may: by the rules of their check, which the kit has. */
export function checkImports(root: string, { group, message, order }: ImportRule): Finding {
  const problems = checkLayers(listSources(root), {
    findOrder: parseLayers({ order: { '.': order } }),
    packages: new Map([kitPackage, formerKitPackage].map((name) => [name, null])),
    refuse(specifier) {
      if (specifier.startsWith(`${formerKitPackage}/`)) return renamed
      return group.some((pattern) => matches(specifier, pattern)) ? message : null
    },
  })
  if (problems.length === 0) return passed('imports')
  const lines = problems.map((problem) => `${problem.file}:${problem.line} ${problem.message}`)
  return failed(
    'imports',
    listErrors(lines),
    'Import from the kit, from the rooms below and from your own dependencies.',
  )
}

/** Whether an import is of a package, or of what is in it: `zustand`, `zustand/**`. */
function matches(specifier: string, pattern: string): boolean {
  return pattern.endsWith('/**') ? specifier.startsWith(pattern.slice(0, -2)) : specifier === pattern
}
