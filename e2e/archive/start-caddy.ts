import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { openHttp2 } from './http2-client.ts'
import type { ProxyServer } from './proxy-server.ts'

/** Whether this machine has Caddy. */
export const hasCaddy = spawnSync('caddy', ['version']).error === undefined

/** Starts Caddy with the configuration of an unpacked archive: only ports, files and the certificate are replaced. */
export async function startCaddy(archive: string, servers: readonly [number, number]): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-caddy-'))
  const [port, plainPort] = [await getFreePort(), await getFreePort()]
  const options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    `https_port ${port}`,
    `http_port ${plainPort}`,
    `storage file_system ${join(folder, 'storage')}`,
  ]
  const replacements = [
    ['\n{\n', `\n{\n\t${options.join('\n\t')}\n`],
    ['127.0.0.1:3001', `127.0.0.1:${servers[0]}`],
    ['127.0.0.1:4001', `127.0.0.1:${servers[0] + 1_000}`],
    ['127.0.0.1:3002', `127.0.0.1:${servers[1]}`],
    ['127.0.0.1:4002', `127.0.0.1:${servers[1] + 1_000}`],
  ] as const
  let text = readFileSync(join(archive, 'deploy/Caddyfile'), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`Caddyfile has no ${from}.`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, text)
  const env = { PATH: process.env.PATH, HOME: folder }
  const args = ['run', '--adapter', 'caddyfile', '--config', file]
  const caddy = spawn('caddy', args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  let output = ''
  caddy.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(caddy, 'exit')
  const failed = ended.then(() => Promise.reject(new Error(`Caddy did not start.\n${output}`)))
  const origin = `https://127.0.0.1:${port}`
  await Promise.race([expect(() => requestOnce(origin)).toPass({ timeout: 30_000 }), failed])
  failed.catch(() => {}) // it ends when it is stopped
  return {
    origin,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    async stop() {
      caddy.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Throws until Caddy has its certificate and has found a server that is ready. */
async function requestOnce(origin: string): Promise<void> {
  const client = openHttp2(origin)
  const { status } = await client.request('/-/health/ready').finally(client.close)
  expect(status).toBe(200)
}
