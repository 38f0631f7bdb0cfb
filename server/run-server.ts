import { type Edition, StartError, startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs a server with the environment of this process until a signal stops it, and prints where it is. */
export async function runServer(edition: Edition): Promise<void> {
  try {
    const server = await startServer(edition, { environment: process.env, folder: process.cwd() })
    stopOnSignals(server.stop)
    console.log(`Portico is at ${server.address}`)
    if (server.console !== null) console.log(`Console: ${server.console}`)
    for (const hint of server.hints) console.log(hint)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
