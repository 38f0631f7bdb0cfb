import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { getFreePort } from '../system/get-free-port.ts'

/** Publishes `dist` of the project in `root` and serves it. `stop` resolves with the exit code. */
export async function serve(root: string) {
  const port = await getFreePort()
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(root, '.data'), PUBLISH_FROM: 'dist' },
  })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) =>
    Promise.reject(new Error(`The server ended at its start with ${code}.`)),
  )
  const listening = Promise.withResolvers<void>()
  server.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes(`:${port}`)) listening.resolve()
  })
  await Promise.race([listening.promise, failed])
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop(): Promise<unknown> {
      failed.catch(() => {})
      server.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}
