import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import type { App } from '../find-apps.ts'
import { findUnbuiltWorkers } from '../find-unbuilt-workers.ts'
import { groupByLoader } from '../worker-chunks.ts'

/**
 * Fails the build of a remote, also in development, if a worker would not start: if the bundler doesn't know its file, or if it
 * imports what only pages have.
 */
export function checkWorkersPlugin({ manifest }: Pick<App, 'manifest'>): RsbuildPlugin {
  return {
    name: 'portico:check-workers',
    setup(api) {
      if (manifest === null) return
      api.processAssets({ stage: 'report' }, ({ compilation, compiler }) => {
        const name = (file: string) => relative(compiler.context, file)
        for (const file of compilation.fileDependencies) {
          if (!/\.[cm]?[jt]sx?$/.test(file) || /[\\/]node_modules[\\/]/.test(name(file))) continue
          for (const message of findUnbuiltWorkers(file, readFileSync(file, 'utf8')))
            compilation.errors.push(new Error(`${name(file)}:${message}`))
        }
        for (const [module, file] of findPageModules(compilation))
          compilation.errors.push(
            new Error(
              `${name(file)} imports ${module}, which only pages have, and a worker loads it. Import it in another file.`,
            ),
          )
      })
    },
  }
}

/** What workers would need from the shell, each with a file of theirs that imports it. */
function findPageModules(compilation: Rspack.Compilation): [module: string, file: string][] {
  const { chunkGraph, moduleGraph } = compilation
  const { pages } = groupByLoader(compilation)
  const isInWorker = (module: Rspack.Module) =>
    [...chunkGraph.getModuleChunks(module)].some((chunk) => !pages.includes(chunk))
  return [...compilation.modules].flatMap((module) => {
    const [, name] = /^consume shared module \(\w+\) (.+)@/.exec(module.identifier()) ?? []
    if (name === undefined || !isInWorker(module)) return []
    const origins = [...moduleGraph.getIncomingConnections(module)].flatMap(
      ({ originModule }) => originModule ?? [],
    )
    const file = origins.find(isInWorker)?.nameForCondition()
    return file ? [[name, file]] : []
  })
}
