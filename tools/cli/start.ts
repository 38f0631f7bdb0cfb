import { ensureBuilt } from '../build/ensure-built.ts'
import { main, runCommand, stopOnInterrupt } from '../system/run-command.ts'

stopOnInterrupt()
await main(async () => {
  console.log('Building changed apps ...')
  const built = await ensureBuilt()
  console.log(built.length === 0 ? 'Nothing has changed.' : `Built ${built.join(', ')}.`)
  console.log('Publishing and starting the server ...')
  await runCommand('node', ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: { PUBLISH_FROM: 'dist' },
  })
})
