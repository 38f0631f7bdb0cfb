import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { compilerEnvironment } from './run-compiler.ts'

const MessageSchema = v.object({
  id: v.optional(v.union([v.number(), v.string()])),
  method: v.optional(v.string()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})

type Message = v.InferOutput<typeof MessageSchema>

/** A pending request. */
interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/** The compiler as an editor uses it: the compiler's own reports name no deprecations. */
export type LanguageServer = ReturnType<typeof startLanguageServer>

/** Starts the installed TypeScript as a language server. */
export function startLanguageServer() {
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const server = spawn(process.execPath, [join(compiler, 'bin/tsc'), '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...compilerEnvironment },
  })
  const pending = new Map<Message['id'], Pending>()
  let ids = 0
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = ({ id, method, result, error }: Message) => {
    if (id === undefined) return
    if (method !== undefined) return send({ id, result: null }) // It asks for settings that this client doesn't have.
    const request = pending.get(id)
    pending.delete(id)
    if (error === undefined) request?.resolve(result)
    else request?.reject(new Error(`The language server of TypeScript failed: ${error.message}`))
  }
  const read = createMessageReader(receive)
  server.stdout.on('data', read)
  server.stdin.on('error', () => {}) // it has ended, which is reported below
  const end = (cause?: Error) => {
    const reason = new Error('The language server of TypeScript ended. Run `npm install` again.', { cause })
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }
  server.on('error', end).on('exit', () => end())
  return {
    notify: (method: string, params: object) => send({ method, params }),
    /** Sends a request. Resolves with its result; rejects with the error of the server, or when it ends. */
    request: (method: string, params: object) =>
      new Promise((resolve, reject) => {
        const id = ++ids
        pending.set(id, { resolve, reject })
        send({ id, method, params })
      }),
    stop: () => void server.kill(),
  }
}

/** Reads the messages of a stream: each has a header with its length. */
function createMessageReader(receive: (message: Message) => void): (chunk: Buffer) => void {
  let received = Buffer.alloc(0)
  return (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf('\r\n\r\n') + 4
      const length = Number(/Content-Length: (\d+)/i.exec(received.toString('latin1', 0, start))?.[1])
      if (start < 4 || received.length < start + length) return
      const body = received.toString('utf8', start, start + length)
      received = received.subarray(start + length)
      receive(v.parse(MessageSchema, JSON.parse(body)))
    }
  }
}
