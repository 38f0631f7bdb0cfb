import { readFileSync } from 'node:fs'
import { type LoadHook, register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { supportPromises } from '../system/support-promises.ts'

/**
 * Adds what a Node before 22.18 lacks: importing TypeScript, and `Promise.withResolvers`. A file that is not valid throws a
 * SyntaxError with its path.
 */
export function supportOlderNode(): void {
  // Node loads this module again, in a thread, for its `load`.
  if (!process.features.typescript) register(import.meta.url)
  supportPromises()
}

/** The address of this module, for threads, which need its support, too. */
export const olderNodeModule = import.meta.url

/** The Node options for running a program in TypeScript. */
export function listNodeFlags(): string[] {
  if (process.features.typescript) return ['--disable-warning=ExperimentalWarning']
  const code = `import { supportOlderNode } from ${JSON.stringify(import.meta.url)}; supportOlderNode()`
  return [`--import=data:text/javascript,${encodeURIComponent(code)}`]
}

/** Called by Node for each module that is imported. */
export const load: LoadHook = async (url, context, loadNext) => {
  const { protocol, pathname } = new URL(url)
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return loadNext(url, context)
  return { format: 'module', shortCircuit: true, source: await removeTypes(fileURLToPath(url)) }
}

async function removeTypes(file: string): Promise<string> {
  const { rspack } = await import('@rsbuild/core') // imported here, because loading it takes as long as a whole short command
  try {
    const { code } = await rspack.experiments.swc.transform(readFileSync(file, 'utf8'), {
      filename: file,
      sourceMaps: 'inline',
      jsc: {
        parser: { syntax: 'typescript' },
        target: 'es2022',
        transform: { verbatimModuleSyntax: true }, // as in Node
      },
      module: { type: 'es6' },
    })
    return code
  } catch (error) {
    throw new SyntaxError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
