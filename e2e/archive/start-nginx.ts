import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import type { ProxyServer } from './proxy-server.ts'

/** nginx with TLS on this machine. */
interface Nginx extends ProxyServer {
  /** Takes a server out, as the guide does before an upgrade; null: both are in. */
  takeOut(port: number | null): void
}

/** Starts nginx with the configuration of an unpacked archive: only addresses and files of this machine are replaced. */
export async function startNginx(archive: string, servers: readonly [number, number]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'))
  const [port, plainPort] = [await getFreePort(), await getFreePort()]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=example.com', '-days', '1', '-keyout', key, '-out', certificate]
  await runCommand('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    output: 'return',
  })
  const replacements = [
    ['server 127.0.0.1:3001', `server 127.0.0.1:${servers[0]}`],
    ['server 127.0.0.1:3002', `server 127.0.0.1:${servers[1]}`],
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
    site = site.replace(from, to)
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const write = (text: string) => {
    const lines = [
      'daemon off; worker_processes 2; error_log stderr;',
      `pid ${folder}/pid; ${user}`,
      'events {}',
    ]
    const http = ['http {', 'access_log off;', ...temporary, text, '}']
    writeFileSync(`${file}.new`, [...lines, ...http, ''].join('\n'))
    renameSync(`${file}.new`, file) // nginx may be reading it
  }
  write(site)
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('nginx did not start; its output says why.')))
  await Promise.race([expect(() => isListening(port)).toPass({ timeout: 30_000 }), failed])
  failed.catch(() => {}) // it ends when it is stopped
  return {
    origin: `https://127.0.0.1:${port}`,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    takeOut(server) {
      write(server === null ? site : site.replace(`127.0.0.1:${server} `, `127.0.0.1:${server} down `))
      nginx.kill('SIGHUP')
    },
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
