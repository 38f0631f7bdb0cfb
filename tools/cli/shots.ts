import { ensureBuilt } from '../build/ensure-built.ts'
import { findBrowser } from '../system/find-browser.ts'
import { main, runCommand } from '../system/run-command.ts'

await main(async () => {
  const browser = await findBrowser()
  console.log('Building changed apps ...')
  await ensureBuilt()
  await runCommand('playwright', ['test', '--config', 'e2e/screenshots/playwright.config.ts'], {
    env: { CHROMIUM_PATH: browser },
  })
  console.log('The screenshots are in shots/.')
})
