import { join } from 'node:path'
import { root } from '../site/start-site.ts'

/** Folder of the built apps whose remotes break on demand, relative to the project's folder. */
export const faultyDist = 'e2e/.cache/faulty-dist'

/** The module that stands in for a remote's entry there. */
export const faultyEntry = join(root, 'e2e', 'faults', 'faulty-remote.ts')
