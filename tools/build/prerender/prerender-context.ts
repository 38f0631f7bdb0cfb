import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import type { App } from '../find-apps.ts'

/** Adds a file to the release. */
export type Emit = (file: string, content: Buffer | string) => ReleaseFile

/** What a repository adds to prerendering. */
export interface PrerenderParts {
  /** Draws a page's Open Graph image, a PNG; missing: pages have the site's own image. */
  readonly drawImage?: (texts: { readonly name: string; readonly headline: string }) => Promise<Buffer>
}

/** What prerendering an app needs. */
export interface PrerenderContext extends PrerenderParts {
  readonly app: App
  readonly root: string
  readonly emit: Emit
}
