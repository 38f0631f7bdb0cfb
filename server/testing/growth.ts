import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Hostile texts are one of these, repeated. */
export const kinds: readonly string[] = [
  ' ',
  '\t',
  '1',
  'a',
  ',',
  ';',
  '"',
  "'",
  '=',
  '/',
  '.',
  '-',
  ':',
  '%',
  '%41',
  '%C3',
  '%EE%80%80',
  '\\',
  'a ',
  'a=1; ',
  '&a=1',
  'a;q=0,',
  '../',
  '[',
  '{"a":',
  '(',
  '<',
  '<a ',
  '<label for="',
  '<!--',
  '--a\r\n',
  '\u0301',
  '\ue000',
  '\u200d👩',
]

/** Where a hostile text goes, and which sizes of it: each is four times the one before. */
export interface Probe {
  readonly name: string
  readonly sizes: readonly number[]
  /** Sends it; resolves with what comes back. */
  send(size: number): Promise<unknown>
}

/** What a probe cost the main thread, in milliseconds of its own time, beyond what a harmless text costs. */
interface Finding {
  readonly name: string
  readonly size: number
  readonly ms: number
  /** How much more than a quarter of the text costs, each with what a request costs anyway; 4 is linear. */
  readonly ratio: number
}

/** Less is noise: the same work may take a few milliseconds more, for example while garbage is collected. */
const noticeableMs = 10
/** A text that costs so much is not made longer. */
const enoughMs = 60
/** Linear is 4, and quadratic 16 unless a part is linear. */
const maxRatio = 6
/** Of which the fastest counts, and more of them before something is called superlinear: others use the machine. */
const rounds = { first: 5, again: 25 }

/** `text` repeated up to this many bytes. */
export function repeat(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))
}

/** Measures probes one after the other, while `visit` is what another visitor does meanwhile. */
export function createGrowthMeter(visit: () => Promise<unknown>) {
  const findings: Finding[] = []
  const startedAt = performance.now()
  let inputs = 0
  let slowestVisitMs = 0

  async function measure({ send }: Probe, size: number): Promise<number> {
    inputs += 1
    const before = process.threadCpuUsage()
    await send(size)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }

  async function measureBest(probe: Probe, size: number, count: number): Promise<number> {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < count; round += 1) best = Math.min(best, await measure(probe, size))
    return best
  }

  /** Compares a text with a quarter of it; null: it costs nothing worth mentioning. */
  async function compare(probe: Probe, size: number, count: number): Promise<Finding | null> {
    const harmlessMs = await measureBest(probe, 1, count)
    const ms = (await measureBest(probe, size, count)) - harmlessMs
    if (ms < noticeableMs) return null
    const quarterMs = await measureBest(probe, size / 4, count)
    return { name: probe.name, size, ms: Math.round(ms), ratio: (ms + harmlessMs) / quarterMs }
  }

  async function confirm(probe: Probe, size: number): Promise<void> {
    const first = await compare(probe, size, rounds.first)
    const isSuspicious = first !== null && first.ratio > maxRatio
    const finding = isSuspicious ? await compare(probe, size, rounds.again) : first
    if (finding === null) return
    findings.push(finding)
    const visitedAt = performance.now()
    const waitedMs = visit().then(() => performance.now() - visitedAt)
    await probe.send(size)
    slowestVisitMs = Math.max(slowestVisitMs, await waitedMs)
  }

  return {
    /** Sends a probe in growing sizes. */
    async add(probe: Probe): Promise<void> {
      let [largest, msBefore] = [0, 0]
      for (const size of probe.sizes) {
        const ms = await measure(probe, size)
        if (ms - msBefore > noticeableMs) largest = size
        if (ms > enoughMs) break
        msBefore = ms
      }
      if (largest > 0) await confirm(probe, largest)
    },
    /** What grows faster than the input, worst first. */
    listSuperlinear: (): readonly string[] =>
      sort(findings.filter(({ ratio }) => ratio > maxRatio)).map(describe),
    /** How much was sent, and what was most expensive. */
    summarize(): string {
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      const costs = sort(findings).slice(0, 10).map(describe)
      return [
        `${inputs} inputs in ${seconds} s; another visitor waited for at most ${Math.round(slowestVisitMs)} ms`,
        ...costs,
      ].join('\n')
    },
  }
}

function sort(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => b.ms - a.ms)
}

function describe({ name, size, ms, ratio }: Finding): string {
  return `${name}, ${size} bytes: ${ms} ms, ${ratio.toFixed(1)} times a quarter of it`
}

/** An HTTP request, as it is sent. */
export interface HostileRequest {
  readonly method: string
  /** Anything after the host; what may not stand in a request line is percent-encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends a request that a client library would refuse to send; resolves with the response. */
export async function sendHostile(
  port: number,
  { method, path, headers, body }: HostileRequest,
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the server may refuse before it has read everything
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const all = { host: `127.0.0.1:${port}`, connection: 'close', ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}`)
  const target = path.replace(/[\s#]|[^!-~]/gu, encodeURIComponent)
  socket.write([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  if (body !== undefined) socket.write(body)
  return (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')
}
