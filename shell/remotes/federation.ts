import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { getReleaseFolder, getRetryFolder } from '@portico/shared/paths.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { type ScriptPolicy, startScriptPolicy } from './script-policy.ts'

/** Fetches a release's exposed module; `attempt` counts from 1. */
export type FetchModule = (remote: SelectedRemote, attempt: number) => Promise<unknown>

const integrityByEntry = new Map<string, string>()

/**
 * Prepares the federation runtime of this page: every entry must be one that the document names, with its
 * integrity. `entryLimitMs` replaces the runtime's own limit of 20 s, which is shorter than the site's deadline.
 */
export function startFederation(entryLimitMs: number): FetchModule {
  registerPlugins([entryPlugin(entryLimitMs)])
  const policy = startScriptPolicy(window)
  return (remote, attempt) => fetchModule(remote, attempt, policy)
}

async function fetchModule(
  { name, release }: SelectedRemote,
  attempt: number,
  policy: ScriptPolicy,
): Promise<unknown> {
  const own = release.folder ?? getReleaseFolder(name, getReleaseId(release))
  const folder = new URL(getRetryFolder(own, attempt), location.origin)
  policy.allow(folder)
  const entry = new URL(release.entry.file, folder).href
  integrityByEntry.set(entry, release.entry.integrity)
  // A container that is already there would be used again, hung chunks and all.
  if (attempt > 1) Reflect.set(globalThis, release.global, undefined)
  // Every attempt is a remote of its own to the runtime, which remembers failures by name.
  const attemptName = `${name}-${release.hash}-${attempt}`
  registerRemotes([{ name: attemptName, entry, entryGlobalName: release.global, type: 'var' }])
  return loadRemote(`${attemptName}/remote`)
}

function entryPlugin(entryLimitMs: number): ModuleFederationRuntimePlugin {
  return {
    name: 'portico-entry',
    createScript({ url }) {
      const integrity = integrityByEntry.get(url)
      if (integrity === undefined) throw new Error(`The release document does not name ${url}.`)
      const script = document.createElement('script')
      script.crossOrigin = 'anonymous'
      script.integrity = integrity
      script.src = url
      return { script, timeout: entryLimitMs }
    },
  }
}
