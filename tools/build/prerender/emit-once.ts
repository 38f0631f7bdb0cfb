import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import type { Emit } from './prerender-context.ts'

/** Returns a function that adds a template to the release as `prerendered/<name>-<number>.json`, and equal ones only once. */
export function createEmitOnce(name: string, emit: Emit): (template: string) => ReleaseFile {
  const files = new Map<string, ReleaseFile>()
  return (template) => {
    const file = files.get(template) ?? emit(`prerendered/${name}-${files.size}.json`, template)
    files.set(template, file)
    return file
  }
}
