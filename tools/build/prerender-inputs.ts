import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of prerendering other than the sources; part of the release hash. */
export interface PrerenderInputs {
  /** The style sheet with the site's colours, for Open Graph images. */
  readonly tokensText: string
}

/**
 * Reads the inputs of prerendering. The owner's values are none of them: the server fills them in. A missing style sheet
 * reads as '', which drawing an image rejects.
 */
export function readPrerenderInputs(root: string): PrerenderInputs {
  const file = join(root, 'shell/layout/styles/tokens.css')
  return { tokensText: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}
