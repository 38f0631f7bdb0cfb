import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import type { App } from '../find-apps.ts'

/** Adds a file to the release. */
export type Emit = (file: string, content: Buffer | string) => ReleaseFile

/** What prerendering an app needs. */
export interface PrerenderContext {
  readonly app: App
  readonly root: string
  readonly inputs: NonNullable<App['prerendered']>
  readonly emit: Emit
}
