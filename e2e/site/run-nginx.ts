import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** nginx on this machine. */
interface RunningNginx {
  /** Where it listens, at 127.0.0.1. */
  readonly port: number
  /** Replaces what is in its `http` block, while it runs. */
  configure(http: string): void
  stop(): Promise<void>
}

/** Where nginx listens, and a folder of its own for its files. */
export interface NginxPlace {
  readonly port: number
  readonly folder: string
}

/** Starts nginx with the content of its `http` block, which has to listen on `port`. */
export async function runNginx(
  getHttp: (place: NginxPlace) => string | Promise<string>,
): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'))
  const port = await getFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const write = (http: string) => {
    const lines = [
      'daemon off; worker_processes 2; error_log stderr;',
      `pid ${folder}/pid; ${user}`,
      'events {}',
    ]
    writeFileSync(
      `${file}.new`,
      [...lines, 'http {', 'access_log off;', ...temporary, http, '}', ''].join('\n'),
    )
    renameSync(`${file}.new`, file) // nginx may be reading it
  }
  write(await getHttp({ port, folder }))
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('nginx did not start; its output says why.')))
  const stop = async () => {
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
  failed.catch(() => {}) // it ends when it is stopped
  try {
    await Promise.race([expect(() => isListening(port)).toPass({ timeout: 30_000 }), failed])
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    port,
    configure(http) {
      write(http)
      nginx.kill('SIGHUP')
    },
    stop,
  }
}

async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
