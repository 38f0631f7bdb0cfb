import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { HostRelease, HostReleases } from '@portico/protocol/discovery/host-releases.ts'
import { hostsPath } from '@portico/protocol/discovery/hosts-path.ts'
import type { PorticoOptions } from './portico-options.ts'
import { useStorage } from './use-storage.ts'

// Nothing is rendered until then, and a site that is slower than this is as good as unreachable.
const answerTimeoutMs = 5_000

/**
 * Asks the site what this visitor's page loads. If it doesn't answer, resolves with the stable releases of its last answer, without the
 * right to report anything; null: there are none.
 */
export async function requestReleases(options: PorticoOptions): Promise<HostReleases | null> {
  const { site, host } = options
  const kept = useStorage(() => readKept(options)) ?? null
  try {
    const response = await fetch(`${site}${hostsPath}/${host}/releases`, {
      method: 'POST', // as text, so that the browser needn't ask for permission first
      credentials: 'omit',
      body: JSON.stringify({ visitor: options.visitor ?? kept?.visitor ?? null }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const answer = parseReleases(await response.json(), site)
    useStorage(() => keep(answer, options))
    return answer
  } catch (thrown) {
    const used = kept ? 'the last' : 'its own'
    console.warn(
      `Portico: using ${used} remotes: ${site} gave none. Does its HOSTS have ${host}=${location.origin}? ${thrown}`,
    )
    return kept
  }
}

/**
 * Checks by hand what the plugin uses, because a schema library would be most of it; the rest goes back to the site with reports. Throws
 * if the answer names files of another origin.
 */
function parseReleases(answer: unknown, site: string): HostReleases {
  if (!isReleases(answer, site)) throw new Error(`Expected releases in ${site}/r/: ${JSON.stringify(answer)}`)
  return answer
}

function isReleases(answer: unknown, site: string): answer is HostReleases {
  return (
    isRecord(answer) &&
    answer.schemaVersion === 1 &&
    typeof answer.deadlineMs === 'number' &&
    isRecord(answer.remotes) &&
    Object.entries(answer.remotes).every(
      ([name, remote]) =>
        isRecord(remote) &&
        [remote.release, remote.fallback ?? remote.release].every((release) =>
          isRelease(release, name, site),
        ),
    )
  )
}

/** An entry that isn't normalized might lead out of the folder, and browsers ignore an integrity that they don't understand. */
function isRelease(release: unknown, name: string, site: string): release is HostRelease {
  if (!isRecord(release)) return false
  const { id, entry, integrity } = release
  return (
    typeof entry === 'string' &&
    new URL(entry).href === entry &&
    entry.startsWith(site + getReleaseFolder(name, String(id))) &&
    /^sha\d{3}-./.test(String(integrity))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function readKept(options: PorticoOptions): HostReleases {
  const { storage = localStorage, site } = options
  return parseReleases(JSON.parse(storage?.getItem(getKey(options)) ?? ''), site)
}

/** Keeps what any visitor gets: nobody watches a canary of which nothing is reported. */
function keep(answer: HostReleases, options: PorticoOptions): void {
  const { storage = localStorage } = options
  const remotes = Object.entries(answer.remotes).map(([name, remote]) => {
    const { arm, release, fallback = release } = remote
    return [name, arm === 'canary' ? { ...remote, release: fallback, fallback: undefined } : remote]
  })
  const kept = { ...answer, token: null, remotes: Object.fromEntries(remotes) }
  storage?.setItem(getKey(options), JSON.stringify(kept))
}

function getKey({ site, host }: PorticoOptions): string {
  return `portico:${site}/${host}`
}
