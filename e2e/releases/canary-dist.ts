import { join } from 'node:path'
import { root } from '../site/start-site.ts'

/** The remote that these journeys release. */
export const releasedRemote = 'catalogue'

/** Version of its canary. */
export const canaryVersion = '99.0.0'

/** Folder of the built canary, which breaks on demand. */
export const canaryDist = join(root, 'e2e', '.cache', 'canary-dist', releasedRemote)
