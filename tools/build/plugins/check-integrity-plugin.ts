import { relative } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { groupByLoader } from '../worker-chunks.ts'

/**
 * Fails the build if an entry would load a chunk without an integrity hash. The bundler leaves out the hash of a script
 * without code: that of an empty file, or of one that was read before an editor had written it.
 */
export function checkIntegrityPlugin(): RsbuildPlugin {
  return {
    name: 'portico:check-integrity',
    apply: 'build', // in development there are no hashes
    setup(api) {
      // After the hashes have been computed.
      api.processAssets({ stage: 'report' }, ({ assets, compilation, compiler }) => {
        const chunks = [...compilation.chunks]
        const getTexts = (chunk: Rspack.Chunk) =>
          [...chunk.files].flatMap((name) => assets[name]?.source().toString() ?? [])
        const entries = chunks.filter((chunk) => chunk.hasRuntime()).flatMap(getTexts)
        const { workers } = groupByLoader(compilation)
        for (const chunk of chunks.filter(
          (candidate) => !candidate.canBeInitial() && !workers.includes(candidate),
        ))
          for (const text of getTexts(chunk))
            if (!entries.some((entry) => entry.includes(computeIntegrity(text))))
              compilation.errors.push(describe(chunk, { compilation, folder: compiler.context }))
      })
    },
  }
}

function describe(
  chunk: Rspack.Chunk,
  { compilation, folder }: { readonly compilation: Rspack.Compilation; readonly folder: string },
): Error {
  const modules = compilation.chunkGraph.getChunkModules(chunk)
  const files = modules.filter((module) => module.originalSource()?.size() === 0).map(getFile)
  const reason = files.map((file) => `${relative(folder, file)} is empty. `).join('')
  return new Error(`${reason}The script "${chunk.name ?? chunk.id}" would load without an integrity hash.`)
}

const getFile = (module: Rspack.Module) => module.nameForCondition() ?? module.identifier()
