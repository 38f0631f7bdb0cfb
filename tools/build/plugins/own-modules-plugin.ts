import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FileNameSchema } from '@portico/kit/contract/release-file.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import * as v from 'valibot'
import type { App } from '../find-apps.ts'

const CheckSchema = v.object({ checkData: v.function('expected a function') })
const CreateSchema = v.object({ createReleaseFiles: v.function('expected a function') })
const FilesSchema = v.record(FileNameSchema, v.string('expected the text of a file'))

/**
 * Runs `checkData` of the app's `check-data.ts` before the build, and adds the files that `createReleaseFiles` of its
 * `release-files.ts` returns (text by file name) to the release, if it has these modules. An error fails the build.
 */
export function ownModulesPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:own-modules',
    setup(api) {
      const load = async <Schema extends v.GenericSchema>(name: string, schema: Schema) => {
        const file = join(api.context.rootPath, app.folder, name)
        return existsSync(file) ? v.parse(schema, await import(pathToFileURL(file).href)) : null
      }
      api.onBeforeEnvironmentCompile(async () => {
        await (await load('check-data.ts', CheckSchema))?.checkData()
      })
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        const module = await load('release-files.ts', CreateSchema)
        if (module === null) return
        const contents = v.parse(FilesSchema, await module.createReleaseFiles())
        for (const [name, text] of Object.entries(contents))
          compilation.emitAsset(name, new sources.RawSource(text))
      })
    },
  }
}
