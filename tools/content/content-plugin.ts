import { basename, join } from 'node:path'
import type { Content } from '@portico/shared/content/content.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import { addressMark, imageMaker } from './make-image.ts'
import { contentFolder, readers } from './read-content.ts'

const moduleShape = /\.content\.ts$/

/**
 * Fills each module `<name>.content.ts` with the owner's texts of that name: its export `content` gets another value.
 * Nothing of the parsers reaches the browser. In development a changed text comes as a changed module.
 */
export function contentPlugin(appName: string): RsbuildPlugin {
  return {
    name: 'portico:content',
    setup(api) {
      const root = api.context.rootPath
      const folder = join(root, contentFolder)
      api.transform(
        { test: moduleShape, environments: [appName], enforce: 'pre' },
        async ({ resourcePath, addContextDependency, emitFile }) => {
          addContextDependency(folder)
          const name = basename(resourcePath).replace(moduleShape, '')
          if (!isKnown(name)) {
            const known = Object.keys(readers).join(', ')
            throw new Error(`${resourcePath}: the owner's texts have no part "${name}". They have: ${known}.`)
          }
          const makeImage = imageMaker({
            from: join(folder, 'images'),
            cache: join(root, '.cache', 'images'),
            emit: (file, content) => emitFile(file, content),
          })
          return moduleWith(await readers[name]({ root, makeImage }))
        },
      )
    },
  }
}

function isKnown(name: string): name is keyof Content {
  return Object.hasOwn(readers, name)
}

/** JSON is JavaScript, except for the addresses of files: where the release lies is known in the browser only. */
function moduleWith(value: unknown): string {
  const mark = JSON.stringify(addressMark).slice(1, -1)
  const source = JSON.stringify(value).replaceAll(`"${mark}`, '__webpack_public_path__ + "')
  return `export const content = ${source}`
}
