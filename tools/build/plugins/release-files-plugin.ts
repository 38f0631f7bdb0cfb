import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FileNameSchema } from '@portico/kit/contract/release-file.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import * as v from 'valibot'
import type { App } from '../find-apps.ts'

const ModuleSchema = v.object({ createReleaseFiles: v.function('expected a function') })
const FilesSchema = v.record(FileNameSchema, v.string('expected the text of a file'))

/**
 * Adds the files that `createReleaseFiles` of the app's `release-files.ts` returns (text by file name), if there is one, to the
 * release. An error fails the build.
 */
export function releaseFilesPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:release-files',
    setup(api) {
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        const file = join(api.context.rootPath, app.folder, 'release-files.ts')
        if (!existsSync(file)) return
        const { createReleaseFiles } = v.parse(ModuleSchema, await import(pathToFileURL(file).href))
        const contents = v.parse(FilesSchema, await createReleaseFiles())
        for (const [name, text] of Object.entries(contents))
          compilation.emitAsset(name, new sources.RawSource(text))
      })
    },
  }
}
