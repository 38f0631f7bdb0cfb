import { test as setup } from '@playwright/test'
import { ensureBuilt } from '@portico/tools/build/ensure-built.ts'
import { ownerFile } from './owner.ts'

// Pages are prerendered for one owner's values; a server with other values omits the prerendered HTML.
setup('what has changed is built for the owner of the tests', async () => {
  setup.setTimeout(300_000)
  process.env.SITE_CONFIG = ownerFile
  await ensureBuilt()
})
