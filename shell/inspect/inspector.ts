import { paths } from '@portico/kit/paths.ts'
import type { PageData, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { developedRemoteAttribute } from '@portico/protocol/release/development-shell.ts'
import { inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { type PageEvent, PageEventSchema, pageEvent } from '@portico/protocol/release/page-event.ts'
import { overlaps } from '@portico/protocol/release/page-paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { readPageData } from '../boot/read-page-data.ts'
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

/** Which release this page view uses, and why. */
interface Explanation {
  /** `<version>-<hash8>` */
  readonly release: string
  readonly arm: string
  readonly why: string
}

interface Known {
  /** The release that mounted, by the shell's page event; undefined: none has yet. */
  readonly mounted: string | undefined
  /** The share of visitors who get the canary, in basis points; undefined: not known. */
  readonly share: number | undefined
}

/** A remote that `portico dev` builds, whose release on the site is not on the page. */
const developed: Pick<Explanation, 'arm' | 'why'> = {
  arm: 'From this machine',
  why: 'portico dev builds it from your sources. Nobody else gets it.',
}

/** Explains why this browser gets its release of a remote. */
function explainArm(remote: SelectedRemote, { mounted, share }: Known): Explanation {
  const { release, arm, rollout, off, fallback } = remote
  const selected = getReleaseId(release)
  if (off !== undefined) return { release: selected, arm: 'Off', why: `Turned off: ${off}` }
  if (fallback !== undefined && mounted === getReleaseId(fallback) && mounted !== selected)
    return { release: mounted, arm: 'Fallback', why: `${selected} failed in this page view.` }
  if (arm === 'preview' && isDevVersion(release.version))
    return {
      release: selected,
      arm: 'Developer’s release',
      why: 'Only browsers with the link of this development session get it.',
    }
  if (arm === 'preview')
    return { release: selected, arm: 'Preview', why: 'Only browsers with the preview link get it.' }
  if (rollout === undefined)
    return { release: selected, arm: 'Stable', why: 'Everyone gets it: no rollout is in progress.' }
  const part = share === undefined ? 'the share' : `the ${share / 100} %`
  const belongs = arm === 'canary' ? 'is in' : 'is not in'
  return {
    release: selected,
    arm: arm === 'canary' ? 'Canary' : 'Stable',
    why: `This browser ${belongs} ${part} of visitors who get the canary. Rollout: ${rollout}`,
  }
}

interface Part {
  readonly name: string
  /** null: the shell renders it. */
  readonly remote: SelectedRemote | null
  readonly elements: readonly Element[]
}

/** The sources that describe the page. */
interface Page {
  readonly remotes: PageData['remotes']
  /** The last page event; undefined: no page has mounted. */
  readonly last: PageEvent | undefined
  readonly path: string
  readonly document: Document
}

/** Finds the parts of the page on the screen: the layout, the page, and the showcases on it. */
function findParts({ remotes, last, path, document }: Page): Part[] {
  const find = (selector: string) => [...document.querySelectorAll(selector)]
  const isCurrent = last !== undefined && overlaps(last.path, path)
  const owner = isCurrent
    ? remotes.find(({ name }) => name === last.remote)
    : remotes.find(({ release }) => release.pages.some((page) => overlaps(page.path, path)))
  const showcases = find('main [data-remote]').flatMap((element) => {
    const remote = remotes.find(({ name }) => name === element.getAttribute('data-remote'))
    return remote === undefined ? [] : [{ name: 'Showcase', remote, elements: [element] }]
  })
  return [
    { name: 'Header and footer', remote: null, elements: find('#root header, #root footer') },
    {
      name: isCurrent && last.state === 'failed' ? 'Page (failed)' : 'Page',
      remote: owner ?? null,
      elements: find('main'),
    },
    ...showcases,
  ]
}
