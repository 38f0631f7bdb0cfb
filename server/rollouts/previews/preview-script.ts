import { paths } from '@portico/kit/paths.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

const pauseMs = 100 // after a response, which comes at once from a server that stops

/** The builds of development sessions among these releases, as a query: the same text means the same builds. */
export function describeDevReleases(
  releases: ReadonlyMap<string, { readonly version: string; readonly hash: string }>,
): string {
  const builds = [...releases].filter(([, { version }]) => isDevVersion(version))
  return builds
    .map(([remote, release]) => `${remote}=${getReleaseId(release)}`)
    .toSorted()
    .join('&')
}

/** Reloads its page when the developer's newest build isn't the one that the page shows. */
export const previewScript = `const shown = new URL(document.currentScript.src).search.slice(1)
const isOutdated = async () => {
  const response = await fetch('${paths.previewChanges}?shown=' + encodeURIComponent(shown)).catch(() => null)
  return response !== null && response.ok && (await response.json()).shown !== shown
}
const ask = async () => {
  if (!document.hidden && (await isOutdated())) location.reload()
  else setTimeout(ask, ${pauseMs})
}
void ask()
`
