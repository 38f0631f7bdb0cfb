import type { Finding } from '@portico/protocol/publish/release-api.ts'

/** What is wrong with a page in a new shell. What is `live`, in the live shell, too, is a warning. */
export function compareShells(found: readonly Finding[], live: readonly Finding[]): Finding[] {
  const known = new Set(live.map(toKey))
  return found.map((finding) =>
    known.has(toKey(finding))
      ? { ...finding, isOk: true, isWarning: true, hint: `${finding.hint} The live shell shows this, too.` }
      : { ...finding, hint: `${finding.hint} The live shell doesn’t show this: correct the new one.` },
  )
}

/** Equal for the same problem: what is measured differs each time, and the addresses of the shells differ. */
function toKey({ check, message }: Finding): string {
  const text = message.replaceAll(/[\d.]+(?= (?:ms|MB)\b)|(?<=shifts by )[\d.]+/g, '')
  return `${check}: ${text.replaceAll(/\/r\/shell\/[^/]+/g, '')}`
}
