import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockFiles } from '../../build/describe-packages.ts'
import { listImports } from '../../layers/list-imports.ts'

/** What the bundler does not follow, in addition to the manifest and its imports. */
export const packageFiles = ['package.json', ...lockFiles]

/** The files on which the manifest depends: itself, and what it imports from this repository. */
export function listManifestFiles(root: string): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    if (!existsSync(file) || !/\.[jt]s$/.test(file)) return
    for (const { specifier } of listImports(file, readFileSync(file, 'utf8')))
      if (/^\.{1,2}\//.test(specifier)) visit(join(dirname(file), specifier))
  }
  visit(join(root, 'manifest.ts'))
  return [...found]
}

/** Calls `onChange` after each change of the manifest, of what it imports, or of the packages. Returns a function that stops. */
export function watchManifest(root: string, onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let files = new Set<string>()

  // Folders, not files: editors often replace a file by another one.
  function follow(): void {
    files = new Set([...listManifestFiles(root), ...packageFiles.map((name) => join(root, name))])
    const folders = new Set([...files].map((file) => dirname(file)).filter((folder) => existsSync(folder)))
    for (const [folder, watcher] of watchers)
      if (!folders.has(folder)) {
        watcher.close()
        watchers.delete(folder)
      }
    for (const folder of folders)
      if (!watchers.has(folder))
        watchers.set(
          folder,
          watch(folder, (_event, name) => {
            if (name === null || !files.has(join(folder, basename(name)))) return
            follow()
            onChange()
          }),
        )
  }
  follow()
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}
