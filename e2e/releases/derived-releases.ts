import { join } from 'node:path'
import { root } from '@portico/tools/system/run-command.ts'

/** The remote that has a canary. */
export const releasedRemote = 'catalogue'

/** Version of its canary. */
export const canaryVersion = '99.0.0'

/** Folder of its canary. */
export const canaryDist = join(root, 'e2e', '.cache', 'canary-dist', releasedRemote)
