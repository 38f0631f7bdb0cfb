import { planeMigrations } from './plane-migrations.ts'
import { runServer } from './run-server.ts'

// Without site.config.json, its name is its address.
await runServer({
  migrations: planeMigrations,
  open: ({ publicUrl }) => ({ site: { name: new URL(publicUrl).host }, features: null, mailbox: null }),
  publish: async () => {},
})
