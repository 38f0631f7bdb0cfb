import type { Finding } from '@portico/protocol/publish/release-api.ts'

/** Times, memory and shifts, as findings tell them: they differ each time. */
const measurement = /\d{1,9} ms\b|\d{1,9}\.\d MB\b|shifts by \d{1,9}\.\d\d/g

/** Whether a finding is about something that a busy machine makes worse. */
export function isMeasured({ message }: Finding): boolean {
  return message.search(measurement) !== -1
}

/** What opening a page has shown besides. */
interface OtherFindings {
  /** In the live shell. */
  readonly live: readonly Finding[]
  /** In the new shell, when what is measured was measured again. */
  readonly again: readonly Finding[]
}

/** What is wrong with a page in a new shell: a warning if the live shell shows it, too, or if it was so only once. */
export function compareShells(found: readonly Finding[], { live, again }: OtherFindings): Finding[] {
  const [inLive, inAgain] = [new Set(live.map(toKey)), new Set(again.map(toKey))]
  return found.map((finding) => {
    const isTransient = isMeasured(finding) && !inAgain.has(toKey(finding))
    if (inLive.has(toKey(finding))) return warn(finding, 'The live shell shows this, too.')
    if (isTransient) return warn(finding, 'It was not so when it was measured again.')
    return { ...finding, hint: `${finding.hint} The live shell doesn’t show this: correct the new one.` }
  })
}

function warn(finding: Finding, why: string): Finding {
  return { ...finding, isOk: true, isWarning: true, hint: `${finding.hint} ${why}` }
}

/** Equal for the same problem in each run and in each shell. */
function toKey({ check, message }: Finding): string {
  return `${check}: ${message.replaceAll(measurement, '').replaceAll(/\/r\/shell\/[^/]+/g, '')}`
}
