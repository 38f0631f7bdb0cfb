import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** The header in which the shared cache says `HIT` or why it asked the site. */
export const cacheHeader = 'x-shared-cache'

/** Starts a cache that many visitors share: nginx, which keeps whatever `cache-control` and `vary` do not forbid. */
export async function startSharedCache(site: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-cache-'))
  const port = await getFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=site:1m;
  server {
    listen 127.0.0.1:${port};
    merge_slashes off;
    location / {
      proxy_pass ${site};
      proxy_http_version 1.1;
      proxy_cache site;
      proxy_cache_valid any 10m;
      proxy_ignore_headers Set-Cookie;
      add_header ${cacheHeader} $upstream_cache_status always;
    }
  }
}
`,
  )
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  await expect(() => isListening(port)).toPass()
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
