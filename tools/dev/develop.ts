import { runCommand } from '../command/run-command.ts'
import { freePort } from '../network/free-port.ts'

/** Runs the site with hot replacement in the shell and in every remote, at one address, until it is stopped. */
export async function develop(): Promise<void> {
  const port = process.env.PORT ?? '3000'
  const address = `http://127.0.0.1:${port}`
  const sitePort = String(await freePort())
  console.log(`Portico in development is at ${address} once both are ready.`)
  await Promise.race([
    runCommand(
      'node',
      ['--disable-warning=ExperimentalWarning', '--watch-preserve-output', '--watch', 'server/main.ts'],
      {
        env: { PORT: sitePort, PUBLIC_URL: address, RELEASES_FROM: '.cache/dev' },
      },
    ),
    runCommand('rsbuild', ['dev'], { env: { PORT: port, SITE_ADDRESS: `http://127.0.0.1:${sitePort}` } }),
  ])
}
