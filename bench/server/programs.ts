import { spawnSync } from 'node:child_process'
import { findProgram, installPackages } from '@portico/tools/system/system-packages.ts'

/** The programs that the benchmark compares the product with. */
export interface Programs {
  readonly nginx: string
  readonly wrk: string
  /** Pins a process to one core; null: this machine can't. */
  readonly taskset: string | null
}

const folders = ['/usr/sbin', '/usr/local/sbin'] // of nginx, often missing in PATH

/** Finds nginx and wrk, and installs them where that is possible. Throws an error that says what to install. */
export async function findPrograms(): Promise<Programs> {
  process.env.PATH = [process.env.PATH, ...folders].join(':')
  const find = () => ({ nginx: findProgram(['nginx']), wrk: findProgram(['wrk']) })
  const isMissing = Object.values(find()).includes(null)
  if (isMissing) await installPackages([['nginx-light', 'wrk']])
  const { nginx, wrk } = find()
  if (nginx === null || wrk === null)
    throw new Error('Expected the programs nginx and wrk. Install them: apt-get install nginx-light wrk')
  return { nginx, wrk, taskset: findProgram(['taskset']) }
}

/** Keeps a running process, with all its threads, on one core. */
export function pin(pid: number, core: number, { taskset }: Pick<Programs, 'taskset'>): void {
  if (taskset !== null) spawnSync(taskset, ['-a', '-c', '-p', String(core), String(pid)])
}
