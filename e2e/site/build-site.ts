import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { test as setup } from '@playwright/test'
import { ensureBuilt } from '@portico/tools/build/ensure-built.ts'
import { drawSiteImage } from '@portico/tools/build/site-image.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { ownerFile, siteImageFile } from './owner.ts'

setup('what has changed is built, and the image of the tests’ owner is drawn', async () => {
  setup.setTimeout(300_000)
  await ensureBuilt()
  const image = await drawSiteImage(root, ownerFile)
  if (image === null) throw new Error(`${ownerFile} is invalid.`)
  mkdirSync(dirname(siteImageFile), { recursive: true })
  copyFileSync(image, siteImageFile)
})
