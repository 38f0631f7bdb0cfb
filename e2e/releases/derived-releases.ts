import { join } from 'node:path'
import { root } from '../site/start-site.ts'

/** The remote that has a canary. */
export const releasedRemote = 'catalogue'

/** Version of its canary. */
export const canaryVersion = '99.0.0'

const cache = join(root, 'e2e', '.cache')

/** Folder of the canary, which breaks on demand. */
export const canaryDist = join(cache, 'canary-dist', releasedRemote)

/** Folder of built apps whose remotes break on demand. */
export const faultyDist = join(cache, 'faulty-dist')
