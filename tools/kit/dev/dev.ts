import { once } from 'node:events'
import { watch } from 'node:fs'
import { readBuiltRelease } from '../../release-cli/built-release.ts'
import {
  type Command,
  type CommandContext,
  getFlag,
  getNumberFlag,
  UsageError,
} from '../../release-cli/command.ts'
import { suggest } from '../../release-cli/suggest.ts'
import { devPaths } from './reloads.ts'
import { runNewest } from './run-newest.ts'
import { choices, type DevSettings } from './settings.ts'
import { createLocalTarget, createSessionTarget, type Target } from './targets.ts'

const defaultPort = 4000
/** What is read only once. */
const readOnce = ['manifest.ts', 'package.json', 'package-lock.json']

/** `dev`: the remote inside the real shell, built and reloaded after every change. */
export const dev: Command = {
  usage: 'dev [--as <visitor>] [--fault <fault>] [--port <port>] | dev --on <address>',
  summary: 'shows the remote in the real shell and reloads it after every change',
  maxArguments: 0,
  notes: [
    `--as <visitor>   ${choices.as.join(', ')}; real is your account on the site`,
    `--fault <fault>  what happens to the files of the remote: ${choices.fault.join(', ')}`,
    `--port <port>    instead of ${defaultPort}`,
    '--on <address>   shows it on the deployed site, only in the browser that opens the link; needs RELEASE_TOKEN',
    `The page ${devPaths.settings} changes visitor and fault while other pages are open.`,
    'While the site can’t be reached, its shell and its remotes are shown as they were when this command last reached it.',
  ],
  flags: {
    as: { type: 'string' },
    fault: { type: 'string' },
    port: { type: 'string' },
    on: { type: 'string' },
  },
  async run(context) {
    const { buildRemote, readRemote } = await import('../build-remote.ts')
    const root = process.cwd()
    const { name } = await readRemote(root)
    const target = createTarget(context, { root, name })
    const { promise: failed, reject } = Promise.withResolvers<never>()
    let isShown = false
    const showNewest = runNewest(async () => {
      const { folder } = await building
      try {
        context.progress(await target.show(readBuiltRelease(folder)))
        isShown = true
      } catch (error) {
        if (!isShown) return reject(error)
        context.progress(error instanceof Error ? error.message : String(error))
      }
    })
    context.progress('Building ...')
    const building = buildRemote(root, { onBuilt: showNewest })
    const watcher = watch(root, (_event, file) => {
      if (file !== null && readOnce.includes(file))
        context.progress(`${file} has changed. Stop with Ctrl+C and start again to use it.`)
    })
    try {
      await building
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), failed])
    } finally {
      watcher.close()
      await building.then(({ stop }) => stop())
      await target.stop()
    }
    return { json: { remote: name }, text: 'Stopped.' }
  },
}

function createTarget(
  context: CommandContext,
  { root, name }: { readonly root: string; readonly name: string },
): Target {
  const on = getFlag(context, 'on')
  if (on !== undefined) return createSessionTarget(context.site({ address: on }), name)
  const settings: DevSettings = {
    as: choose(context, 'as', choices.as),
    fault: choose(context, 'fault', choices.fault),
  }
  return createLocalTarget({
    root,
    progress: context.progress,
    site: context.address(),
    port: getNumberFlag(context, 'port', defaultPort),
    settings,
  })
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
