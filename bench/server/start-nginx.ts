import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { type Programs, pin } from './programs.ts'
import type { MeasuredServer } from './run-load.ts'

const attempts = 100
const pauseMs = 50
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Starts nginx with one process on one core. It sends these Brotli bodies from files that it keeps open. */
export async function startNginx(
  bodies: ReadonlyMap<string, Buffer>,
  programs: Programs,
  core: number,
): Promise<MeasuredServer & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'))
  for (const [name, body] of bodies) writeFileSync(join(folder, name), body)
  const port = await getFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100;
  keepalive_requests 100000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    add_header content-encoding br;
  }
}
`,
  )
  const nginx = spawn(programs.nginx, ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(nginx, 'exit')
  const pid = await waitForWorker(nginx.pid)
  pin(pid, core, programs)
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** The process that answers requests, a child of the one that was started. */
async function waitForWorker(parent: number | undefined): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const [worker] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
    if (worker !== undefined) return Number(worker)
    await sleep(pauseMs)
  }
  throw new Error(`nginx started no worker within ${(attempts * pauseMs) / 1_000} s.`)
}
