import { planeMigrations } from './plane-migrations.ts'
import { getAdminTokenFile } from './releases/tokens/admin-token.ts'
import { runServer } from './run-server.ts'

await runServer({
  migrations: planeMigrations,
  open: ({ dataDir, publicUrl }) => ({
    site: { name: new URL(publicUrl).host },
    features: null,
    hints: [`The admin token is in ${getAdminTokenFile(dataDir)}`],
  }),
  publish: async () => {},
})
