import { ensureBuilt } from '../build/ensure-built.ts'
import { findBrowser } from '../system/find-browser.ts'
import { main, runCommand } from '../system/run-command.ts'

// What to take: `pages`, into shots/, or `sample-images`, into content/images/.
const [project = 'pages'] = process.argv.slice(2)

await main(async () => {
  const browser = await findBrowser()
  console.log('Building changed apps ...')
  await ensureBuilt()
  await runCommand(
    'playwright',
    ['test', '--config', 'e2e/screenshots/playwright.config.ts', '--project', project],
    {
      env: { CHROMIUM_PATH: browser },
    },
  )
  console.log(`The images are in ${project === 'pages' ? 'shots' : 'content/images'}/.`)
})
