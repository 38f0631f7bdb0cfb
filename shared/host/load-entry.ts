import type { RemoteEntryExports } from '@module-federation/runtime/types'
import type { ActiveRelease } from './active-releases.ts'

/** Loads the container of a release, if its entry is the published one. Rejects with an error that names the URL otherwise. */
export async function loadEntry({
  entry,
  release: { integrity, global, type },
}: Pick<ActiveRelease, 'entry' | 'release'>): Promise<RemoteEntryExports> {
  if (type === 'module') {
    const link = document.createElement('link')
    // The browser keeps the checked module for the import.
    if (link.relList?.supports('modulepreload'))
      await load(Object.assign(link, { rel: 'modulepreload', href: entry }), entry, integrity)
    return import(/* webpackIgnore: true */ /* @vite-ignore */ entry)
  }
  // An earlier container of this name would hide that this one sets none.
  Reflect.set(globalThis, global, undefined)
  await load(Object.assign(document.createElement('script'), { src: entry }), entry, integrity)
  const container: RemoteEntryExports | undefined = Reflect.get(globalThis, global)
  if (container === undefined) throw new Error(`${entry} sets no ${global}.`)
  return container
}

function load(element: HTMLScriptElement | HTMLLinkElement, url: string, integrity: string): Promise<Event> {
  return new Promise((resolve, reject) => {
    element.crossOrigin = 'anonymous'
    element.integrity = integrity
    element.onload = resolve
    element.onerror = () => reject(new Error(`ScriptNetworkError: ${url}`)) // as the federation runtime has it
    document.head.append(element)
  })
}

/**
 * Removes the elements of an earlier attempt: the bundler's chunk loader would find one for the same chunk and wait for it, however long
 * it hangs.
 */
export function removeScripts(folder: string): void {
  for (const script of [...document.scripts]) if (script.src.startsWith(folder)) script.remove()
}
