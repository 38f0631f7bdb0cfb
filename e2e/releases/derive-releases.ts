import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as setup } from '@playwright/test'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { breakOnDemandScript as script } from '../faults/break-on-demand.ts'
import { listRemotes } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { canaryDist, canaryVersion, faultyDist, releasedRemote } from './derived-releases.ts'

setup('remotes that break on demand are derived from the built ones', () => {
  const dist = join(root, 'dist')
  deriveRelease(join(dist, releasedRemote), canaryDist, { version: canaryVersion, script })
  rmSync(faultyDist, { recursive: true, force: true })
  cpSync(join(dist, 'shell'), join(faultyDist, 'shell'), { recursive: true })
  for (const name of listRemotes())
    deriveRelease(join(dist, name), join(faultyDist, name), { version: '1.0.1', script })
})
