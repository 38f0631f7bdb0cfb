import { readdirSync, readFileSync } from 'node:fs'

const nanosecondsPerSecond = 1e9
const kilobytesPerMegabyte = 1_000

/** Seconds that all threads of a process have computed. Linux counts them in nanoseconds; other systems have no such file. */
export function readCpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / nanosecondsPerSecond
}

/** Resident memory of a process in MB. */
export function readResidentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  if (kilobytes === undefined) throw new Error(`Expected VmRSS in /proc/${pid}/status, got:\n${status}`)
  return (Number(kilobytes) * 1_024) / (kilobytesPerMegabyte * 1_000)
}
