import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..')

/** A command that ended otherwise than with 0; the message names it. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
  readonly exitCode: number

  constructor(command: string, exitCode: number) {
    super(`${command} failed (exit code ${exitCode}).`)
    this.exitCode = exitCode
  }
}

/** How to run a command. */
export interface CommandOptions {
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** `keep`: collect the output and return it; `show` (the default): to this terminal. */
  readonly output?: 'show' | 'keep'
}

/**
 * Runs a program of the project and waits for it; signals are passed on. Returns its output where it is kept.
 * Throws CommandFailed, its output printed, when it ends otherwise than with 0.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { env = {}, output = 'show' } = options
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  const ignore = () => {} // the terminal has told the child already
  // Before the child is there: a signal that came in between would end this process and leave the child behind.
  process.on('SIGTERM', passOn).on('SIGINT', ignore)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const kept: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => kept.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject).on('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 143)))
  const exitCode = await promise.finally(() => process.off('SIGTERM', passOn).off('SIGINT', ignore))
  const text = Buffer.concat(kept).toString()
  if (exitCode === 0) return text
  process.stdout.write(text)
  throw new CommandFailed([program, ...args].join(' '), exitCode)
}

/** Runs a program of the project's and ends this process with a sentence when it fails. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CommandFailed)) console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1
  }
}
