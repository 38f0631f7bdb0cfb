import { basename, join } from 'node:path'
import type { Content } from '@portico/shared/content/content.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import { addressMark, createMakeImage } from './make-image.ts'
import { contentFolder, readers } from './read-content.ts'

const contentModule = /\.content\.ts$/

/**
 * Replaces each module `<name>.content.ts` with the owner's content of that name, as the export `content`. The parsers
 * run in the build only. In development a changed text is a changed module.
 */
export function contentPlugin(appName: string): RsbuildPlugin {
  return {
    name: 'portico:content',
    setup(api) {
      const root = api.context.rootPath
      const folder = join(root, contentFolder)
      api.transform(
        { test: contentModule, environments: [appName], enforce: 'pre' },
        async ({ resourcePath, addContextDependency, emitFile }) => {
          addContextDependency(folder)
          const name = basename(resourcePath).replace(contentModule, '')
          if (!isKnown(name)) {
            const known = Object.keys(readers).join(', ')
            throw new Error(`${resourcePath}: unknown content "${name}". Known: ${known}.`)
          }
          const makeImage = createMakeImage({
            originals: join(folder, 'images'),
            cache: join(root, '.cache', 'images'),
            emit: (file, content) => emitFile(file, content),
          })
          return createModule(await readers[name]({ root, makeImage }))
        },
      )
    },
  }
}

function isKnown(name: string): name is keyof Content {
  return Object.hasOwn(readers, name)
}

/** The value as JavaScript. Addresses of files are completed in the browser, which knows where the release is. */
function createModule(value: unknown): string {
  const mark = JSON.stringify(addressMark).slice(1, -1)
  const source = JSON.stringify(value).replaceAll(`"${mark}`, '__webpack_public_path__ + "')
  return `export const content = ${source}`
}
