import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { RsbuildPlugin } from '@rsbuild/core'

/** Editors truncate a file and write it right after. A file that is empty for longer is meant to be. */
const attempts = 10
const pauseMs = 20

/**
 * Makes a build that follows the sources wait for a file that is still being saved. Without its exports, pages would have to
 * be reloaded, and lose their state.
 */
export function unfinishedSavesPlugin(): RsbuildPlugin {
  return {
    name: 'portico:unfinished-saves',
    setup(api) {
      const whenEmpty = { test: /\.[jt]sx?$/, codeFilter: /^$/, order: 'pre' } as const
      api.transform(whenEmpty, async ({ resourcePath }) => {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const text = await readFile(resourcePath, 'utf8')
          if (text !== '') return text
          await delay(pauseMs)
        }
        return ''
      })
    },
  }
}
