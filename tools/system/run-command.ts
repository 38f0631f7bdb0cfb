import { spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'

/** The root folder of the project. */
export const root = join(import.meta.dirname, '..', '..')

/** A command exited with a code other than 0; the message names it. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
  readonly exitCode: number
  /** What it printed, unless the output was inherited. */
  readonly output: string

  constructor(command: string, exitCode: number, output: string) {
    super(`${command} failed (exit code ${exitCode}).`)
    this.exitCode = exitCode
    this.output = output
  }
}

/** How to run a command. */
export interface CommandOptions {
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * `capture` returns the output and prints that of a failure, `return` only returns it, `inherit` (the default) prints
   * everything.
   */
  readonly output?: 'inherit' | 'capture' | 'return'
  /** The folder to run in, by default the project's root. */
  readonly cwd?: string
  /** Priority of the program and of those it starts, as `os.setPriority` has it; at most, and by default, that of this one. */
  readonly priority?: number
  /** Stops the program when it aborts. */
  readonly signal?: AbortSignal
}

/**
 * Runs a program, forwards signals to it and waits. Returns its output unless inherited.
 * Throws CommandFailed when it exits with a code other than 0.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { env = {}, output = 'inherit', cwd = root, priority, signal } = options
  const stop = () => child.kill('SIGTERM') // also when the terminal is closed
  const ignore = () => {} // the terminal has already signalled the child
  // Listen before the child starts: a signal in between would end this process and orphan the child.
  process.on('SIGTERM', stop).on('SIGHUP', stop).on('SIGINT', ignore)
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  if (priority !== undefined && child.pid !== undefined)
    setPriority(child.pid, Math.max(priority, getPriority()))
  signal?.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject).on('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 143)))
  const exitCode = await promise.finally(() =>
    process.off('SIGTERM', stop).off('SIGHUP', stop).off('SIGINT', ignore),
  )
  const text = Buffer.concat(chunks).toString()
  if (exitCode === 0) return text
  if (output === 'capture') process.stdout.write(text)
  throw new CommandFailed([program, ...args].join(' '), exitCode, text)
}

/**
 * Treats SIGINT as SIGTERM, which is passed on to commands: it may have been sent to npm alone, and not, as by Ctrl+C, to
 * every process. For scripts whose commands stop once, however often they are asked to.
 */
export function stopOnInterrupt(): void {
  process.on('SIGINT', () => process.kill(process.pid, 'SIGTERM'))
}

/** Runs the body of an npm script; prints the message of an error and sets the exit code. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CommandFailed)) console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1
  }
}
