import { ensureBuilt } from '../build/ensure-built.ts'
import { findBrowser } from '../system/find-browser.ts'
import { main, runCommand } from '../system/run-command.ts'

await main(async () => {
  const env = { CHROMIUM_PATH: await findBrowser() }
  console.log('Building what has changed ...')
  await ensureBuilt()
  await runCommand(
    'node',
    ['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)],
    { env },
  )
})
