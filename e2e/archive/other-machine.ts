import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

/** A network of its own, which reaches this machine at `gateway` and nothing else. */
export interface OtherMachine {
  /** The address of this machine in that network. */
  readonly gateway: string
  /** A browser there: its 127.0.0.1 is not this machine's. */
  launchBrowser(): Promise<Browser>
  remove(): void
}

/** Adds another machine as far as networks are concerned; null: this user or system can't. */
export function createOtherMachine(): OtherMachine | null {
  const name = `portico-${process.pid}`
  const [here, there] = [`pt${process.pid}a`, `pt${process.pid}b`]
  const network = `10.231.${process.pid % 256}`
  const ip = (...args: string[]) => spawnSync('ip', args).status === 0
  const remove = () => void ip('netns', 'delete', name)
  const isReady =
    ip('netns', 'add', name) &&
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name) &&
    ip('address', 'add', `${network}.1/30`, 'dev', here) &&
    ip('link', 'set', here, 'up') &&
    ip('-n', name, 'address', 'add', `${network}.2/30`, 'dev', there) &&
    ip('-n', name, 'link', 'set', there, 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up')
  if (!isReady) {
    remove()
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'portico-machine-'))
  const program = join(folder, 'chromium')
  const executable = process.env.CHROMIUM_PATH || chromium.executablePath()
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} '${executable}' "$@"\n`, { mode: 0o755 })
  return {
    gateway: `${network}.1`,
    launchBrowser: () => chromium.launch({ executablePath: program }),
    remove() {
      remove() // and with it both ends of its cable
      rmSync(folder, { recursive: true })
    },
  }
}
