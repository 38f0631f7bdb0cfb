import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { type PageEvent, pageEvent } from '@portico/protocol/release/page-event.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { ActiveRelease } from '../remotes/active-releases.ts'

/** Tells a tool outside of the shell, such as the release check, that a page has mounted, or that it failed. */
export function dispatchPageEvent(
  { remote: { name, release } }: ActiveRelease,
  { path }: Pick<RemotePage, 'path'>,
  failure?: { readonly cause: unknown },
): void {
  const detail: PageEvent = {
    state: failure === undefined ? 'mounted' : 'failed',
    remote: name,
    release: getReleaseId(release),
    path,
    ...(failure && { error: toText(failure.cause) }),
  }
  document.dispatchEvent(new CustomEvent(pageEvent, { detail }))
}

function toText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name}: ${error.message}${error.cause === undefined ? '' : `: ${toText(error.cause)}`}`
}
