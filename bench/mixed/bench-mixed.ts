import { runCommand } from '@portico/tools/system/run-command.ts'

// With Node's own options the generator would pause for its own garbage, on one core, and count that as the server's latency.
const generatorOptions = ['--max-semi-space-size=64', '--v8-pool-size=1'] as const

/** Runs the benchmark in its own process, whose garbage collections are rare. */
export async function benchMixed(args: string[]): Promise<void> {
  await runCommand(process.execPath, [
    ...process.execArgv,
    ...generatorOptions,
    'bench/mixed/measure.ts',
    ...args,
  ])
}
