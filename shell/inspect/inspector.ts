import { paths } from '@portico/kit/paths.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { developedRemoteAttribute } from '@portico/protocol/release/development-shell.ts'
import { inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { type PageEvent, PageEventSchema, pageEvent } from '@portico/protocol/release/page-event.ts'
import * as v from 'valibot'
import { readPageData } from '../boot/read-page-data.ts'
import { developed, explainArm } from './explain-arm.ts'
import { findParts } from './find-parts.ts'
import { openPanel, type Row } from './panel.ts'

const SharesSchema = v.object({
  remotes: v.record(v.string(), v.object({ canary: v.optional(v.object({ share: v.number() })) })),
})

type Shares = Readonly<Record<string, number | undefined>>

/** Shows which release each part of the page comes from, and why, until the visitor closes it. */
export function startInspector(page: Document, script: Element | null): void {
  const { remotes } = readPageData(page)
  const developedRemote = script?.getAttribute(developedRemoteAttribute) ?? null
  const shell = /\/r\/shell\/([^/]+)\//.exec(script?.getAttribute('src') ?? '')?.[1] ?? ''
  const mounted = new Map<string, string>()
  let last: PageEvent | undefined
  let shares: Shares = {}
  const stopping = new AbortController()
  const isOpen = new URLSearchParams(location.search).has(inspectParameter)
  const isDeveloping = remotes.some(({ release }) => isDevVersion(release.version))
  if (!isOpen && !isDeveloping) return
  const panel = openPanel(page, { isOpen, onClose: () => stopping.abort() })
  const listRows = (): Row[] => {
    const parts = findParts({ remotes, last, path: location.pathname, document: page })
    const others = remotes
      .filter((remote) => !parts.some((part) => part.remote === remote))
      .map((remote) => ({ name: remote.name, remote, elements: [] }))
    return [...parts, ...others].map(({ name, remote, elements }) => {
      if (remote === null)
        return {
          name,
          elements,
          team: null,
          release: `shell ${shell}`,
          ...explainShell(developedRemote !== null),
        }
      const known = { mounted: mounted.get(remote.name), share: shares[remote.name] }
      const { release, ...explanation } =
        remote.name === developedRemote
          ? { release: remote.release.version, ...developed }
          : explainArm(remote, known)
      return { name, elements, team: remote.team, release: `${remote.name} ${release}`, ...explanation }
    })
  }
  const update = () => panel.update(listRows())
  page.addEventListener(
    pageEvent,
    (event) => {
      const parsed = v.safeParse(PageEventSchema, event instanceof CustomEvent ? event.detail : null)
      if (!parsed.success) return
      last = parsed.output
      if (last.state === 'mounted') mounted.set(last.remote, last.release)
      update()
    },
    { signal: stopping.signal },
  )
  // Navigations and showcases change the page without an event.
  const observer = new MutationObserver(update)
  observer.observe(page.getElementById('root') ?? page.body, { childList: true, subtree: true })
  stopping.signal.addEventListener('abort', () => observer.disconnect())
  update()
  void fetchShares().then((fetched) => {
    shares = fetched
    if (!stopping.signal.aborted) update()
  })
}

function explainShell(isDevelopment: boolean): Pick<Row, 'arm' | 'why'> {
  return isDevelopment
    ? { arm: 'Development build', why: 'The site’s shell, with React’s build for development.' }
    : { arm: 'Stable', why: 'Everyone gets it.' }
}

/** The share of each canary; none where they can't be read. */
async function fetchShares(): Promise<Shares> {
  const response = await fetch(paths.discovery).catch(() => null)
  const parsed = v.safeParse(SharesSchema, await response?.json().catch(() => null))
  if (!parsed.success) return {}
  const entries = Object.entries(parsed.output.remotes)
  return Object.fromEntries(entries.map(([name, { canary }]) => [name, canary?.share]))
}
