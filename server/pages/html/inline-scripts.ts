import { displayPreferencesScript } from '@portico/protocol/apply-display-preferences.ts'
import { awaitShellScript } from '@portico/protocol/await-shell.ts'
import { shellWatchScript } from '@portico/protocol/discovery/watch-shell.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'

/** A script in a page, which the content security policy allows by its hash. */
export interface InlineScript {
  readonly text: string
  /** `sha256-` and the hash. */
  readonly hash: string
}

/** Runs before the first paint. */
export const preferencesScript: InlineScript = toInlineScript(displayPreferencesScript)

/** Runs at the end of a page: what it does needs something on the screen. */
export const waitScript: InlineScript = toInlineScript(awaitShellScript)

/** Runs at the end of a page of a rollout of the shell, after the template with the shell that may replace the page's. */
export const watchScript: InlineScript = toInlineScript(shellWatchScript)

function toInlineScript(text: string): InlineScript {
  return { text, hash: computeIntegrity(text) }
}
