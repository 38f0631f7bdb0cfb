import { ensureBuilt } from '../build/ensure-built.ts'
import { findBrowser } from '../system/find-browser.ts'
import { main, runCommand } from '../system/run-command.ts'

const folders: Readonly<Record<string, string>> = {
  pages: 'shots/',
  console: 'shots/',
  readme: 'docs/screenshots/',
  'sample-images': 'content/images/',
}
const [project = 'pages'] = process.argv.slice(2)

await main(async () => {
  const folder = folders[project]
  if (folder === undefined) throw new Error(`Expected ${Object.keys(folders).join(', ')}, got ${project}.`)
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
  console.log(`The images are in ${folder}.`)
})
