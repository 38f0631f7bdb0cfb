import { watch } from 'node:fs'
import { join } from 'node:path'
import { contentFolder } from '../content/read-content.ts'
import { buildContent } from './build-content.ts'

const settleMs = 50 // an editor that replaces a file changes its folder twice

/** For development: builds the owner's content now and after every change, until `signal` aborts. Mistakes are printed. */
export async function watchContent(
  build: Parameters<typeof buildContent>[0],
  signal: AbortSignal,
): Promise<void> {
  let last = Promise.resolve()
  const run = () => {
    last = last
      .then(() => buildContent(build))
      .catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
      })
    return last
  }
  let timer: NodeJS.Timeout | undefined
  watch(join(build.root, contentFolder), { recursive: true, signal }, () => {
    clearTimeout(timer)
    timer = setTimeout(run, settleMs)
  })
  await run()
}
