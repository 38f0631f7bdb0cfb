import { runServer } from './run-server.ts'
import { site } from './site.ts'

await runServer(site)
