import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface StartOptions {
  readonly port: number
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** The user to run as, if this process may choose. */
  readonly uid?: number
}

/** A server that was started from an unpacked archive. */
export interface ArchiveServer {
  /** What it has printed. */
  readOutput(): string
  /** Tells it to stop, as a supervisor does. Resolves with its exit code and its output. */
  stop(): Promise<{ exitCode: unknown; output: string }>
  /** Ends it without telling it, as a power failure does. */
  kill(): Promise<void>
}

/** Starts an unpacked archive with the command and the settings of its Containerfile, and waits until it is ready. */
export async function startArchive(
  folder: string,
  { port, dataDir, env = {}, uid }: StartOptions,
): Promise<ArchiveServer> {
  const container = readContainerfile(folder)
  const environment = { ...container.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env }
  const options = { cwd: folder, env: environment, ...(uid !== undefined && { uid, gid: uid }) }
  const server = spawn(process.execPath, container.entrypoint.slice(1), options)
  const ended = once(server, 'close')
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Portico is at')) onListening()
    })
  // Until then, another server may answer on the port.
  await Promise.race([listening, ended])
  const check = spawn(process.execPath, container.healthCheck.slice(1), { ...options, stdio: 'ignore' })
  const [code] = await Promise.race([once(check, 'close'), ended])
  check.kill()
  const stop = async () => {
    server.kill('SIGTERM')
    const [exitCode] = await ended
    return { exitCode, output }
  }
  if (server.exitCode !== null || code !== 0) {
    await stop()
    throw new Error(`The archive did not start.\n${output}`)
  }
  const kill = async () => {
    server.kill('SIGKILL')
    await ended
  }
  return { readOutput: () => output, stop, kill }
}

/** What a container engine would take from the Containerfile of an unpacked archive. */
function readContainerfile(folder: string) {
  const text = readFileSync(join(folder, 'deploy/Containerfile'), 'utf8')
  const find = (pattern: RegExp) => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`The Containerfile has no ${pattern}.`)
    return found
  }
  const readCommand = (list: string): string[] => JSON.parse(list)
  const settings = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = '']) => list.split(' '))
  const pairs = settings.map((pair) => pair.split('='))
  const env: Record<string, string> = Object.fromEntries(pairs)
  return {
    env,
    entrypoint: readCommand(find(/^ENTRYPOINT (\[.+\])$/m)),
    healthCheck: readCommand(find(/^HEALTHCHECK .*CMD (\[.+\])$/m)),
  }
}
