import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import { type ActiveRelease, createActiveReleases, reloadWithout } from './active-releases.ts'
import { type HostReports, startHostReports } from './host-reports.ts'
import { createContainer, loadModule } from './load-release.ts'
import type { PorticoOptions } from './portico-options.ts'
import { requestReleases } from './request-releases.ts'

export { reportRemoteError } from './report-remote-error.ts'
export type { PorticoOptions }

/** The plugin as its users see it. The types of the federation runtime, in which every hook is optional, don't compile without webpack's. */
export interface RuntimePlugin {
  name: string
}

/**
 * A runtime plugin for the host of a Module Federation 2 application: the site decides which release of each remote a visitor gets, and a
 * release that fails is replaced by the previous one and reported. Remotes that the site doesn't name stay as they are.
 */
export function portico(options: PorticoOptions): RuntimePlugin {
  // A server renders with the host's own remotes.
  return typeof document === 'undefined' ? { name: 'portico' } : createPlugin(options)
}

function createPlugin(options: PorticoOptions): ModuleFederationRuntimePlugin {
  const site = new URL(options.site).origin
  const releases = createActiveReleases(site)
  let reports: HostReports | undefined // none if the site hasn't answered, or compares nothing
  const opening = requestReleases({ ...options, site }).then((answer) => {
    if (answer?.token) reports = startHostReports(answer, { site, host: options.host })
    return answer
  })
  const getElapsedMs = ({ startedAt }: ActiveRelease) => Math.round(performance.now() - startedAt)
  let instance: ModuleFederation | undefined

  return {
    name: 'portico',
    async beforeRequest(args) {
      const answer = await opening
      instance = args.origin
      const { names, own, expose } = splitRequest(args.id, args.options.remotes)
      const name = names.find((known = '') => answer?.remotes[known]) ?? ''
      const remote = answer?.remotes[name]
      if (!answer || !remote) return args
      const { key, entry, release } = releases.get(name, remote, answer.deadlineMs)
      const { global: entryGlobalName, type } = release
      const shareScope = own?.shareScope ?? 'default'
      instance.registerRemotes([{ name: key, entry, entryGlobalName, type, shareScope }])
      return { ...args, id: key + expose }
    },

    async loadEntry({ remoteInfo }) {
      const active = releases.find(remoteInfo.name)
      if (active?.about) reports?.start(active.about, active.folder)
      return active && createContainer(active)
    },

    async getModuleFactory({ remoteEntryExports, expose, moduleInfo }) {
      const active = releases.find(moduleInfo.name)
      if (!active) return undefined
      try {
        const factory = await loadModule(active, remoteEntryExports, expose)
        if (active.about) reports?.succeed(active.about, getElapsedMs(active))
        return factory
      } catch (thrown) {
        // Hosts that Vite builds preload containers this way, also those without a main module.
        if (expose === '.' && /does not exist/.test(String(thrown))) throw thrown
        if (!active.failure) {
          const failure = releases.fail(active, thrown)
          const details = { ms: getElapsedMs(active), fellBackTo: active.next?.release.id ?? null }
          if (active.about) reports?.fail(active.about, failure, details)
        }
        const { name, release, hasRun, next } = active
        const isMixed = hasRun && next?.release.global === release.global
        if (isMixed && reloadWithout(active)) return new Promise(() => {})
        if (isMixed || !next) throw thrown
        const module = await instance?.loadRemote(name + expose.slice(1))
        return () => module
      }
    },
  }
}

/** Splits a request such as `cart/Cart`. Hosts may have an alias for a remote; of those that Vite builds, only the alias is readable. */
function splitRequest<
  T extends { readonly name: string; readonly alias?: string; readonly entryGlobalName?: string },
>(id: string, remotes: readonly T[]) {
  const getNames = ({ name, alias, entryGlobalName }: T) => [name, alias, entryGlobalName]
  const isOf = (name?: string) => `${id}/`.startsWith(`${name}/`)
  const own = remotes.find((remote) => getNames(remote).some(isOf))
  const names = own ? getNames(own) : id.split('/', 1)
  return { own, names, expose: id.slice(names.find(isOf)?.length) }
}
