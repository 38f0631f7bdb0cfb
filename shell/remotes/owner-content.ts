import { nameSelection } from '@portico/kit/content/content-selection.ts'
import type { ContentData } from '@portico/kit/contract/content-data.ts'
import type { ContentPort } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { LoadFailure, type LoadReason } from '@portico/protocol/reports/load-failure.ts'

/** The owner's content in this page view. */
export interface OwnerContent extends ContentPort {
  /** URL of the content file. */
  readonly address: string
  /**
   * Loads what a page of `remote` shows of the content, unless the server sent it with the page or there is none. Rejects with a
   * LoadFailure; calling it again tries again.
   */
  prepare(remote: Pick<SelectedRemote, 'name'>, page: PageWithContent, parameters: Parameters): Promise<void>
}

type PageWithContent = Pick<RemotePage, 'content'>
type Parameters = Readonly<Record<string, string | undefined>>

interface ContentOptions {
  readonly data: ContentData
  readonly fetch: typeof globalThis.fetch
  readonly deadlineMs: number
  readonly isOnline: () => boolean
}

/** Creates the content of this page view. */
export function createOwnerContent({ data, fetch, deadlineMs, isOnline }: ContentOptions): OwnerContent {
  const page = data.page ?? null
  let all: unknown
  let loading: Promise<unknown> | null = null

  async function fetchContent(): Promise<unknown> {
    const response = await fetch(data.address, { signal: AbortSignal.timeout(deadlineMs) })
    if (!response.ok) throw new Error(`${data.address} responded with status ${response.status}.`)
    all = await response.json()
    return all
  }

  function load(): Promise<unknown> {
    loading ??= fetchContent().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  return {
    address: data.address,
    page,
    get all() {
      return all
    },
    load,
    async prepare({ name }, { content }, parameters) {
      if (content === undefined) return
      if (page?.name === nameSelection(content) && hasParameters(page.parameters, parameters)) return
      try {
        await load()
      } catch (cause) {
        throw new LoadFailure(name, { phase: 'chunk', reason: getReason(cause, isOnline()), cause })
      }
    },
  }
}

function hasParameters(own: Parameters, wanted: Parameters): boolean {
  return Object.keys({ ...own, ...wanted }).every((name) => own[name] === wanted[name])
}

function getReason(cause: unknown, isOnline: boolean): LoadReason {
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'timeout'
  return isOnline ? 'network' : 'offline'
}
