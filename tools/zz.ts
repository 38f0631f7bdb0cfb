import { runCommand } from './system/run-command.ts'
import { startPostgres } from './testing/start-postgres.ts'

const postgres = await startPostgres()
try {
  await runCommand(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=/tmp/e2e-exp/unit.json',
      ...process.argv.slice(2),
    ],
    { env: { TEST_DATABASE_URL: postgres.url, NODE_COMPILE_CACHE: '/tmp/e2e-cc' } },
  )
} finally {
  await postgres.stop()
}
