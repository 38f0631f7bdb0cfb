import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { getReleaseFolder, getRetryFolder } from '@portico/kit/paths.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { ScriptPolicy } from './script-policy.ts'
import { createShareScope } from './share-scope.ts'

/** Fetches a release's exposed module; `attempt` counts from 1. */
export type FetchModule = (remote: SelectedRemote, attempt: number) => Promise<unknown>

const integrityByEntry = new Map<string, string>()

/** The federation runtime of this page. */
type Federation = ReturnType<typeof createInstance>

/**
 * Starts the federation runtime: every entry must be named by the discovery document, with its integrity hash.
 * `entryTimeoutMs` replaces the runtime's timeout of 20 s, which is shorter than the site's deadline. `policy` admits the scripts.
 */
export function startFederation(entryTimeoutMs: number, policy: ScriptPolicy): FetchModule {
  const federation = createInstance({ name: 'shell', remotes: [], plugins: [entryPlugin(entryTimeoutMs)] })
  federation.initShareScopeMap('default', createShareScope())
  return (remote, attempt) => fetchModule(remote, attempt, { federation, policy })
}

async function fetchModule(
  { name, release }: SelectedRemote,
  attempt: number,
  { federation, policy }: { federation: Federation; policy: ScriptPolicy },
): Promise<unknown> {
  const siteFolder = getReleaseFolder(name, getReleaseId(release))
  const { folder: firstFolder = siteFolder } = release
  // The site has a copy of all files on another origin.
  const releaseFolder = attempt > 1 && firstFolder.startsWith('http') ? siteFolder : firstFolder
  const folder = new URL(getRetryFolder(releaseFolder, attempt), location.origin)
  policy.allow(folder)
  policy.allow(new URL(siteFolder, location.origin)) // of workers, whose files are never on another origin
  const entry = new URL(release.entry.file, folder).href
  integrityByEntry.set(entry, release.entry.integrity)
  const { app, entryType: type = 'var' } = release
  // The runtime would reuse an existing container: that of another release of an app, or one with hanging chunks.
  if (attempt > 1 || app !== undefined) Reflect.set(globalThis, release.global, undefined)
  if (attempt > 1) {
    for (const earlier of [firstFolder, releaseFolder]) removeScripts(new URL(earlier, location.origin))
  }
  // The runtime remembers failures by name, so every attempt gets its own name.
  const attemptName = `${name}-${release.hash}-${attempt}`
  // An app brings its own packages: with the shell's React and its own React DOM, it would have two versions.
  const shareScope = app === undefined ? 'default' : attemptName
  federation.registerRemotes([
    { name: attemptName, entry, entryGlobalName: release.global, type, shareScope },
  ])
  return federation.loadRemote(attemptName + (app ?? './remote').slice(1))
}

/**
 * Removes the script elements of earlier attempts: the bundler's chunk loader would find one for the same chunk and
 * wait for it, however long it hangs.
 */
function removeScripts({ href }: URL): void {
  for (const script of [...document.scripts]) if (script.src.startsWith(href)) script.remove()
}

function entryPlugin(entryTimeoutMs: number): ModuleFederationRuntimePlugin {
  return {
    name: 'portico-entry',
    createScript({ url }) {
      const integrity = integrityByEntry.get(url)
      if (integrity === undefined) throw new Error(`The discovery document doesn't name ${url}.`)
      const script = document.createElement('script')
      script.crossOrigin = 'anonymous'
      script.integrity = integrity
      script.src = url
      return { script, timeout: entryTimeoutMs }
    },
  }
}
