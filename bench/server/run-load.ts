import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readCpuSeconds } from './process-usage.ts'
import { type Programs, pin } from './programs.ts'

const run = promisify(execFile)
const connections = 32

/** A server under load. */
export interface MeasuredServer {
  readonly origin: string
  /** The process that answers requests. */
  readonly pid: number
}

/** What to request. */
export interface Target {
  readonly server: MeasuredServer
  readonly path: string
  readonly cookie?: string
}

/** What a server has done during a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** For each second that the server computed. On an idle machine, this and `perSecond` are the same. */
  readonly perCpuSecond: number
}

/** Requests the same path as fast as possible, on another core than the server's. Throws if a response is not 2xx. */
export async function runLoad(
  { server, path, cookie }: Target,
  { seconds, core, programs }: { seconds: number; core: number; programs: Programs },
): Promise<LoadResult> {
  const headers = ['accept-encoding: br', ...(cookie === undefined ? [] : [`cookie: ${cookie}`])]
  const url = server.origin + path
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, ...headers.flatMap((it) => ['-H', it]), url]
  const cpuBefore = readCpuSeconds(server.pid)
  const running = run(programs.wrk, args)
  if (running.child.pid !== undefined) pin(running.child.pid, core, programs)
  const { stdout } = await running
  const { requests, duration, failed } = parseWrkOutput(stdout)
  if (failed > 0) throw new Error(`${failed} of ${requests} responses to ${url} are not 2xx.`)
  const cpuSeconds = readCpuSeconds(server.pid) - cpuBefore
  return { requests, perSecond: requests / duration, perCpuSecond: requests / cpuSeconds }
}

/** Parses the summary of wrk, whose time has a unit: `12843 requests in 3.05s, 160.68MB read`. */
export function parseWrkOutput(output: string) {
  const { requests, amount, unit } =
    /(?<requests>\d+) requests in (?<amount>[\d.]+)(?<unit>ms|s|m|h),/.exec(output)?.groups ?? {}
  const secondsPerUnit = unit === undefined ? undefined : { ms: 0.001, s: 1, m: 60, h: 3_600 }[unit]
  if (requests === undefined || secondsPerUnit === undefined)
    throw new Error(`Expected the summary of wrk, got:\n${output}`)
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? []
  const [, refused = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(output) ?? []
  const failed = [...errors.slice(1), refused].reduce((sum, count) => sum + Number(count), 0)
  return { requests: Number(requests), duration: Number(amount) * secondsPerUnit, failed }
}
