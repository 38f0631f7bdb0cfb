import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { type NginxPlace, runNginx } from '../site/run-nginx.ts'
import type { ProxyServer } from './proxy-server.ts'

/** nginx with TLS on this machine. */
interface Nginx extends ProxyServer {
  /** Takes a server out, as the guide does before an upgrade; null: both are in. */
  takeOut(port: number | null): void
}

/** Starts nginx with the configuration of an unpacked archive: only addresses and files of this machine are replaced. */
export async function startNginx(archive: string, servers: readonly [number, number]): Promise<Nginx> {
  const plainPort = await getFreePort()
  let site = ''
  const { port, configure, stop } = await runNginx(async (place) => {
    site = await readSite(archive, { ...place, plainPort, servers })
    return site
  })
  return {
    origin: `https://127.0.0.1:${port}`,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    takeOut: (server) =>
      configure(server === null ? site : site.replace(`127.0.0.1:${server} `, `127.0.0.1:${server} down `)),
    stop,
  }
}

interface Replaced extends NginxPlace {
  readonly plainPort: number
  readonly servers: readonly [number, number]
}

async function readSite(archive: string, { port, plainPort, folder, servers }: Replaced): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=example.com', '-days', '1', '-keyout', key, '-out', certificate]
  await runCommand('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    output: 'return',
  })
  const replacements = [
    ['server 127.0.0.1:3001', `server 127.0.0.1:${servers[0]}`],
    ['127.0.0.1:4001', `127.0.0.1:${servers[0] + 1_000}`],
    ['server 127.0.0.1:3002', `server 127.0.0.1:${servers[1]}`],
    ['127.0.0.1:4002', `127.0.0.1:${servers[1] + 1_000}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['  listen [::]:80;\n', ''],
    ['/etc/ssl/portico/fullchain.pem', certificate],
    ['/etc/ssl/portico/privkey.pem', key],
    ['/var/cache/nginx/portico', join(folder, 'cache')],
  ] as const
  let site = readFileSync(join(archive, 'deploy/nginx.conf'), 'utf8')
  for (const [from, to] of replacements) {
    if (!site.includes(from)) throw new Error(`nginx.conf has no ${from}.`)
    site = site.replaceAll(from, to)
  }
  return site
}
