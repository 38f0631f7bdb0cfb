import { isServerOnly } from '@portico/shared/release/prerender.ts'
import type { Finding } from '@portico/shared/release/release-api.ts'
import { OwnerMarkError, parseOwnerHtml } from '@portico/shared/site/owner-template.ts'
import { rebuildHint } from '../shell-compatibility.ts'

/**
 * Checks that this server can fill the owner's values into all prerendered HTML; otherwise browsers would have to
 * render it again.
 */
export function checkOwnerMarks(
  files: ReadonlyMap<string, Buffer | null>,
): Pick<Finding, 'message' | 'hint'> | null {
  for (const [name, content] of files) {
    const error = isServerOnly(name) && name.endsWith('.txt') ? findError(content?.toString() ?? '') : null
    if (error !== null)
      return {
        message: `${name}: ${error.message}`,
        hint: `If this site is older than the build, update it. ${rebuildHint}`,
      }
  }
  return null
}

function findError(html: string): OwnerMarkError | null {
  try {
    parseOwnerHtml(html)
    return null
  } catch (error) {
    if (error instanceof OwnerMarkError) return error
    throw error
  }
}
