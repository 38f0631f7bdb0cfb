import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RsbuildPlugin } from '@rsbuild/core'

/**
 * Runs each module `<name>.build.ts` in the build: the bundle gets its exported values as data, and neither its code nor
 * its imports. The values must be JSON, and files have to be read from the folder of the module or below. Elsewhere, for
 * example in tests, it is a module like any other.
 */
export function buildTimeModulesPlugin(environment: string): RsbuildPlugin {
  return {
    name: 'portico:build-time-modules',
    setup(api) {
      api.transform(
        { test: /\.build\.ts$/, environments: [environment], enforce: 'pre' },
        async ({ resourcePath, addContextDependency }) => {
          addContextDependency(dirname(resourcePath))
          // Another URL each time: in development the module runs again when a file in its folder changes.
          const url = `${pathToFileURL(resourcePath).href}?run=${performance.now()}`
          const module: Readonly<Record<string, unknown>> = await import(url)
          return Object.entries(module)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
            .join('\n')
        },
      )
    },
  }
}
