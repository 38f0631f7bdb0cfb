import { type CommandOptions, runCommand } from './run-command.ts'

/** How to run the type checker: where, what happens to its output, and its program, by default the one on the PATH. */
interface CompilerOptions extends Pick<CommandOptions, 'cwd' | 'output' | 'priority'> {
  readonly program?: readonly [program: string, ...before: string[]]
}

/** What the type checker gets: by default this Go program spends half of its CPU time on collecting garbage. */
export const compilerEnvironment = { GOGC: process.env.GOGC ?? '400' }

/** Runs the type checker. Returns its output unless inherited. Throws CommandFailed when there are errors. */
export function runCompiler(
  args: readonly string[],
  { program: [program, ...before] = ['tsc'], ...options }: CompilerOptions,
): Promise<string> {
  // Every further checker checks the libraries' types again.
  return runCommand(program, [...before, ...args, '--checkers', '1'], {
    ...options,
    env: compilerEnvironment,
  })
}
