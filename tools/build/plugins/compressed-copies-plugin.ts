import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressible, encodings } from '@portico/protocol/release/compression.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import { isReleased } from '../bundle-names.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes brotli and gzip copies next to the built files, at the highest quality. They are not part of the release; a
 * server uses them, after checking that they unpack to the same bytes, instead of compressing at startup.
 */
export function compressedCopiesPlugin(): RsbuildPlugin {
  return {
    name: 'portico:compressed-copies',
    apply: 'build',
    setup(api) {
      api.onAfterEnvironmentCompile(async ({ stats, environment }) => {
        if (!stats || stats.hasErrors()) return
        const names = stats.compilation.getAssets().map(({ name }) => name)
        const files = names.filter((name) => isReleased(name) && compressible.test(name))
        await Promise.all(files.map((name) => writeCopies(join(environment.distPath, name))))
      })
    },
  }
}

async function writeCopies(file: string): Promise<void> {
  const bytes = await readFile(file)
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } } // quality 11, the best, by default
  await writeFile(file + encodings.br, await brotli(bytes, size))
  await writeFile(file + encodings.gzip, await zip(bytes, { level: 9 }))
}
