import { join } from 'node:path'
import { test as setup } from '@playwright/test'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { root } from '../site/start-site.ts'
import { canaryDist, canaryVersion, releasedRemote } from './derived-releases.ts'

setup('a canary is derived from the built release', () => {
  deriveRelease(join(root, 'dist', releasedRemote), canaryDist, { version: canaryVersion, script: '' })
})
