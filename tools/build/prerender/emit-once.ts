import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import type { Emit } from './prerender-context.ts'

/** Returns a function that adds HTML to the release as `prerendered/<name>-<number>.txt`, and equal HTML only once. */
export function createEmitOnce(name: string, emit: Emit): (html: string) => ReleaseFile {
  const files = new Map<string, ReleaseFile>()
  return (html) => {
    const file = files.get(html) ?? emit(`prerendered/${name}-${files.size}.txt`, html)
    files.set(html, file)
    return file
  }
}
