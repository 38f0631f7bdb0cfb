import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import * as v from 'valibot'

const run = promisify(execFile)
const stubs = join(import.meta.dirname, 'stubs')

/** Whether a program is installed and runs. */
export function hasProgram(name: string): boolean {
  try {
    // Only Go takes a subcommand instead of a flag.
    execFileSync(name, [name === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Environment = Readonly<Record<string, string>>

/** How to run a sample: its file name, and the program with the arguments before the file. */
export interface Runner {
  readonly file: string
  readonly command: readonly [program: string, ...before: string[]]
  /** Runs a file in a folder with a program that has already been started. */
  readonly run?: (folder: string, file: string, environment: Environment) => Promise<{ stdout: string }>
}

/** Runs a sample in its own folder and returns its output. Throws if it fails. */
export async function runSample(sample: string, runner: Runner, environment: Environment): Promise<string> {
  const { stdout } = await start(sample, runner, environment)
  return stdout
}

const ExecErrorSchema = v.object({ code: v.number(), stdout: v.string(), stderr: v.string() })

/** The combined output of a sample that fails. Throws if it succeeds. */
export async function runFailingSample(
  sample: string,
  runner: Runner,
  environment: Environment,
): Promise<string> {
  const error = await start(sample, runner, environment).catch((thrown: unknown) => thrown)
  const { stdout, stderr } = v.parse(ExecErrorSchema, error)
  return stdout + stderr
}

/** The names of the files that a sample leaves, whether it succeeds or fails. */
export async function listSavedFiles(
  sample: string,
  runner: Runner,
  environment: Environment,
): Promise<string[]> {
  let files: string[] = []
  const keep = (folder: string) => {
    files = readdirSync(folder).filter((name) => name !== runner.file && name !== 'node_modules')
  }
  await start(sample, runner, environment, keep).catch((error: unknown) => v.parse(ExecErrorSchema, error))
  return files
}

async function start(
  sample: string,
  { file, command: [program, ...before], run: runInFolder }: Runner,
  environment: Environment,
  inspect: (folder: string) => void = () => {},
): Promise<{ readonly stdout: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-sample-'))
  try {
    writeFileSync(join(folder, file), sample)
    cpSync(join(stubs, 'whatsapp-web.js'), join(folder, 'node_modules/whatsapp-web.js'), {
      recursive: true,
    })
    if (runInFolder) return await runInFolder(folder, file, environment)
    const env = { ...process.env, NODE_OPTIONS: '', ...environment }
    return await run(program, [...before, file], { cwd: folder, env })
  } finally {
    inspect(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The environment in which Python finds the stub of the requests package. */
export const pythonStub = { PYTHONPATH: join(stubs, 'python'), PYTHONDONTWRITEBYTECODE: '1' }

const ResultSchema = v.pipe(v.string(), v.parseJson(), ExecErrorSchema)

/** Runs Python samples in forks of one process: to start Python and import requests takes longer than a sample. */
export function createPython() {
  let python: { readonly child: ChildProcess; readonly lines: AsyncIterator<string> } | undefined
  const startPython = () => {
    const program = join(import.meta.dirname, 'run-python-samples.py')
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
    const child = spawn('python3', [program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  }
  return {
    async run(folder: string, file: string, environment: Environment) {
      python ??= startPython()
      python.child.stdin?.write(`${JSON.stringify({ folder, file, environment })}\n`)
      const result = v.parse(ResultSchema, (await python.lines.next()).value)
      if (result.code !== 0) throw Object.assign(new Error(result.stderr), result)
      return { stdout: result.stdout }
    },
    stop: () => python?.child.stdin?.end(),
  }
}

/** Python's environment, with a stub if the requests package isn't installed. */
export function pythonEnvironment(): Record<string, string> {
  try {
    execFileSync('python3', ['-c', 'import requests'], { stdio: 'ignore' })
    return {}
  } catch {
    return pythonStub
  }
}
