import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@portico/tools/system/run-command.ts'
import { getConfiguredProgram } from '@portico/tools/system/system-packages.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import type { Site } from '../site/start-site.ts'

const execute = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** A running `portico dev`. */
interface Development {
  /** Resolves with the first match in its output. Rejects if the program ends before. */
  find(pattern: RegExp): Promise<string>
  /** Interrupts it, as Ctrl+C does. Resolves when no process is left. */
  stop(): Promise<void>
  /** Sends SIGTERM to npx alone, as a supervisor does. Resolves when no process is left. */
  terminate(): Promise<void>
  /** Sends SIGHUP, as a terminal does that is closed. Resolves with the output when no process is left. */
  closeTerminal(): Promise<string>
}

/** A team has the Node of its machine, not that of this project. */
const withoutProject = (path = '') =>
  path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter)

/** An empty folder outside of this project, in which a team works with npm and the kit of a site alone. */
export function createTeamRepository(site: Pick<Site, 'origin' | 'dataDir'>) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-team-'))
  const browser = getConfiguredProgram('CHROMIUM_PATH')
  const env = {
    // Without npm's own variables: they name this project.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name))),
    ...(browser === null ? {} : { CHROMIUM_PATH: browser }),
    PATH: withoutProject(process.env.PATH),
    RELEASE_TOKEN: readAdminToken(site),
  }
  const runWith = async (variables: Record<string, string>, program: string, ...args: string[]) => {
    const { stdout } = await execute(program, args, { cwd: folder, env: { ...env, ...variables }, maxBuffer })
    return stdout
  }
  const run = (program: string, ...args: string[]) => runWith({}, program, ...args)
  return {
    folder,
    /** Creates the repository of a remote with the site's kit, as the guide says. */
    async create(name: string): Promise<void> {
      await run('npx', '--yes', `${site.origin}/-/kit.tgz`, 'create', name)
      await run('npm', 'install', '--no-audit', '--no-fund')
    },
    /** Runs `portico`. Returns what it prints. */
    portico: (...args: string[]) => run('npx', '--no-install', 'portico', ...args),
    /** The same with other variables, such as RELEASE_URL. */
    porticoWith: (variables: Record<string, string>, ...args: string[]) =>
      runWith(variables, 'npx', '--no-install', 'portico', ...args),
    /** Runs any program in the folder, with further variables. Returns what it prints. */
    run: runWith,
    /** Starts `portico dev`. */
    develop(...args: string[]): Development {
      const program = spawn('npx', ['--no-install', 'portico', 'dev', ...args], {
        cwd: folder,
        env,
        detached: true, // a group of its own, which a terminal would interrupt as a whole
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(program, 'close') // of stdout and stderr, too, which every process holds
      let output = ''
      for (const stream of [program.stdout, program.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      const interrupt = (signal: NodeJS.Signals) => {
        if (program.pid !== undefined) process.kill(-program.pid, signal)
      }
      return {
        async find(pattern) {
          for (;;) {
            const found = pattern.exec(output)
            if (found !== null) return found[1] ?? found[0]
            if (program.exitCode !== null) throw new Error(`portico dev ended: ${output}`)
            await Promise.race([once(program.stderr, 'data'), ended])
          }
        },
        async stop() {
          interrupt('SIGINT')
          await ended
        },
        async terminate() {
          program.kill('SIGTERM')
          await ended
        },
        async closeTerminal() {
          interrupt('SIGHUP')
          await ended
          return output
        },
      }
    },
    /** Replaces a text in a file. Throws if it is not there. */
    edit(file: string, before: string, after: string): void {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}.`)
      writeFileSync(join(folder, file), text.replaceAll(before, after))
    },
    /** Replaces a file. */
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    /** The files of the repository, without packages. */
    async listFiles(): Promise<string[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((file) => !file.startsWith('node_modules'))
        .toSorted()
    },
    /** The bytes of the installed packages. */
    async measurePackages(): Promise<number> {
      const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const sizes = await Promise.all(
        files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
      )
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
