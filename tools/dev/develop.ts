import { createServer } from 'node:net'
import { runCommand } from '../command/run-command.ts'

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

async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string')
    throw new Error('No free port could be had on 127.0.0.1.')
  return address.port
}
