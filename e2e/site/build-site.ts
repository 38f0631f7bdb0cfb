import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test as setup } from '@playwright/test'
import { ensureBuilt } from '@portico/tools/build/ensure-built.ts'
import { drawSiteImage } from '@portico/tools/build/site-image.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { canaryDist, canaryVersion, releasedRemote } from '../releases/derived-releases.ts'
import { ownerFile, siteImageFile } from './owner.ts'

setup(
  'what has changed is built, the image of the tests’ owner is drawn, and a canary is derived',
  async () => {
    setup.setTimeout(300_000)
    await ensureBuilt()
    const image = await drawSiteImage(root, ownerFile)
    if (image === null) throw new Error(`${ownerFile} is invalid.`)
    mkdirSync(dirname(siteImageFile), { recursive: true })
    copyFileSync(image, siteImageFile)
    deriveRelease(join(root, 'dist', releasedRemote), canaryDist, { version: canaryVersion, script: '' })
  },
)
