import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getFlag, getNumberFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import { maxPort } from '@portico/protocol/max-port.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import type { App } from '../../build/find-apps.ts'
import type { Command, CommandContext } from '../../release-cli/command.ts'
import { readKit } from '../read-kit.ts'
import { importFresh } from './import-fresh.ts'
import { devPaths } from './page-script.ts'
import { runNewest } from './run-newest.ts'
import { choices, type DevSettings } from './settings.ts'
import { createLocalTarget, createSessionTarget, type Target, type TargetOptions } from './targets.ts'
import { packageFiles, watchManifest } from './watch-manifest.ts'

const defaultPort = 4000

/** `dev`: the remote inside the real shell, which shows every change. */
export const dev: Command = {
  usage: 'dev [--as <visitor>] [--fault <fault>] [--port <port>] | dev --on <address>',
  summary: 'shows the remote in the real shell, with every change as you save it',
  maxArguments: 0,
  notes: [
    `--as <visitor>   ${choices.as.join(', ')}; real is your account on the site`,
    `--fault <fault>  what happens to the files of the remote: ${choices.fault.join(', ')}`,
    `--port <port>    instead of ${defaultPort}`,
    '--on <address>   shows it on the deployed site, only in the browser that opens the link; needs RELEASE_TOKEN',
    `The page ${devPaths.settings} changes visitor and fault while other pages are open.`,
    'While the site is unreachable, this command uses its last copy of the shell and the other remotes.',
  ],
  flags: {
    as: { type: 'string' },
    fault: { type: 'string' },
    port: { type: 'string' },
    on: { type: 'string' },
  },
  async run(context) {
    const port = getPort(context)
    const { readRemote } = await import('../build-remote.ts')
    const root = process.cwd()
    const remote = await readRemote(root, importFresh)
    const { name } = remote
    const { promise: failed, reject: onFailed } = Promise.withResolvers<never>()
    let pending: Promise<void> = Promise.resolve()
    const target = createTarget(context, { root, name, port, onFailed, settle: () => pending })
    const kit = readKit().id
    let built: string | null = describeInputs(root, remote)
    const buildAgain = runNewest(
      async () => {
        const changed = await readRemote(root, importFresh)
        const inputs = describeInputs(root, changed)
        if (inputs === built) return
        built = inputs
        await target.build(changed)
        if (readKit().id !== kit)
          context.progress('The kit has changed. Stop with Ctrl+C and start again to use it.')
      },
      (error) => {
        built = null
        const message = error instanceof Error ? error.message : String(error)
        context.progress(message)
        target.showErrors(message)
      },
    )
    let stopWatching: (() => void) | null = null
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] // the last one when the terminal is closed
    const ended = Promise.race([...signals.map((signal) => once(process, signal)), failed])
    try {
      context.progress('Building ...')
      await Promise.race([target.build(remote), ended])
      stopWatching = watchManifest(root, () => {
        pending = buildAgain()
      })
      await ended
    } finally {
      stopWatching?.()
      await target.stop()
    }
    return { json: { remote: name }, text: 'Stopped.' }
  },
}

/** What the bundler does not follow: another text means that everything must be built again. */
function describeInputs(root: string, { manifest }: App): string {
  const files = packageFiles.map((name) => join(root, name))
  const texts = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  return JSON.stringify([manifest, ...texts])
}

interface Purpose extends Pick<TargetOptions, 'root' | 'onFailed'> {
  /** Name of the remote. */
  readonly name: string
  readonly port: number
  readonly settle: () => Promise<void>
}

function createTarget(context: CommandContext, { name, port, ...purpose }: Purpose): Target {
  const { progress } = context
  const on = getFlag(context, 'on')
  if (on !== undefined)
    return createSessionTarget({ ...purpose, progress, site: context.site({ address: on }), name })
  const settings: DevSettings = {
    as: choose(context, 'as', choices.as),
    fault: choose(context, 'fault', choices.fault),
  }
  return createLocalTarget({ ...purpose, progress, site: context.address(), port, settings })
}

function getPort(context: CommandContext): number {
  const port = getNumberFlag(context, 'port', defaultPort)
  if (Number.isInteger(port) && port <= maxPort) return port
  throw new UsageError(`--port must be a whole number up to ${maxPort}, got "${port}".`)
}

/** The choice that a flag names; the first one if it is missing. Throws a UsageError that lists the choices. */
function choose<const Options extends readonly [string, ...string[]]>(
  context: CommandContext,
  name: string,
  options: Options,
): Options[number] {
  const text = getFlag(context, name)
  const choice = text === undefined ? options[0] : options.find((option) => option === text)
  if (choice !== undefined) return choice
  throw new UsageError(
    `--${name} must be one of ${options.join(', ')}, got "${text}".${suggest(text ?? '', options)}`,
  )
}
