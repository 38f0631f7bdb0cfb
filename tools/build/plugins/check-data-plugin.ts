import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RsbuildPlugin } from '@rsbuild/core'
import * as v from 'valibot'
import type { App } from '../find-apps.ts'

const CheckSchema = v.object({ checkData: v.function('expected a function') })

/** Runs `checkData` of the app's `check-data.ts`, if there is one, before the build. An error fails the build. */
export function checkDataPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:check-data',
    setup(api) {
      api.onBeforeEnvironmentCompile(async () => {
        const file = join(api.context.rootPath, app.folder, 'check-data.ts')
        if (!existsSync(file)) return
        const { checkData } = v.parse(CheckSchema, await import(pathToFileURL(file).href))
        await checkData()
      })
    },
  }
}
