import { test as setup } from '@playwright/test'
import { ensureBuilt } from '@portico/tools/build/ensure-built.ts'
import { ownerFile } from './owner.ts'

// What is prerendered is made for one owner's values, and left out by a server that has others.
setup('what has changed is built for the owner of the tests', async () => {
  setup.setTimeout(300_000)
  process.env.SITE_CONFIG = ownerFile
  await ensureBuilt()
})
