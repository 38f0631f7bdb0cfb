import { StartError, startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

try {
  const server = await startServer({ environment: process.env, folder: process.cwd() })
  stopOnSignals(server.stop)
  console.log(`Portico is at ${server.address}`)
  if (server.console !== null) console.log(`Console: ${server.console}`)
  if (server.mailbox !== null) console.log(`Emails appear at ${server.mailbox}`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
