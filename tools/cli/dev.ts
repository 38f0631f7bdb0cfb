import getPort from 'get-port'
import { developmentContent } from '../build/create-development-server.ts'
import { watchContent } from '../build/watch-content.ts'
import { getFreePort } from '../system/get-free-port.ts'
import { root, runCommand, stopOnInterrupt } from '../system/run-command.ts'
import { runScript } from './run-script.ts'

const summary = 'Runs the site with hot reload. PORT sets the port.'

stopOnInterrupt()
// One address for the shell and every remote, with hot module replacement.
await runScript({ usage: 'npm run dev', summary }, async () => {
  const port = process.env.PORT || '3000'
  if ((await getPort({ host: '127.0.0.1', port: Number(port) })) !== Number(port))
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or set PORT to a free port.`)
  const address = `http://127.0.0.1:${port}`
  const serverPort = String(await getFreePort())
  console.log(`Starting the development site at ${address} ...`)
  const stopping = new AbortController()
  const { signal } = stopping
  await watchContent({ root, output: developmentContent }, signal)
  const commands = [
    runCommand(
      'node',
      ['--disable-warning=ExperimentalWarning', '--watch-preserve-output', '--watch', 'server/main.ts'],
      {
        env: {
          PORT: serverPort,
          PUBLIC_URL: address,
          RELEASES_FROM: '.cache/dev',
          CONTENT_DIR: developmentContent,
        },
        signal,
      },
    ),
    runCommand('rsbuild', ['dev'], {
      env: { PORT: port, SITE_ADDRESS: `http://127.0.0.1:${serverPort}` },
      signal,
    }),
  ]
  // Neither is useful without the other.
  await Promise.race(commands).finally(() => stopping.abort())
})
