import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../system/run-command.ts'

/**
 * Bundles the runtime plugin for hosts on other origins (`shared/host`) as an ES module without dependencies. It isn't minified unless
 * asked for: the host's own build does that, and needs the comments at the import of entries.
 */
export async function bundleHostPlugin({ minify = false } = {}): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'shared/host/portico.ts'),
    cwd: root,
    platform: 'browser',
    // Schemas are parsed by the server alone, and reading their entries changes nothing.
    treeshake: {
      propertyReadSideEffects: false,
      manualPureFunctions: ['v', 'boundedArray', 'boundedRecord'],
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify })
  await bundle.close()
  const [{ code, imports }] = output
  if (imports.length > 0) throw new Error(`The host plugin imports ${imports.join(', ')}.`)
  return code
}
