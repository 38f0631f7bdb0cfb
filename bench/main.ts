import { benchCatalogue } from './catalogue/bench-catalogue.ts'
import { benchLighthouse } from './lighthouse/bench-lighthouse.ts'
import { benchLoad } from './load/bench-load.ts'
import { benchRollback } from './rollback/bench-rollback.ts'
import { benchRollouts } from './rollouts.ts'

const benches: Readonly<Record<string, { about: string; run(args: string[]): Promise<void> }>> = {
  load: { about: 'cold load of a page against a monolith and plain Module Federation', run: benchLoad },
  catalogue: {
    about: 'a category page against Swagger UI, Redoc and Scalar; 100,000 rows',
    run: benchCatalogue,
  },
  rollouts: { about: 'false alarms and detections of the rollout decision, simulated', run: benchRollouts },
  rollback: {
    about: 'how fast a bad canary is gone, and what the release document costs',
    run: benchRollback,
  },
  lighthouse: { about: "Lighthouse's scores of three pages, mobile, signed in", run: benchLighthouse },
}

const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  const known = Object.entries(benches).map(([key, { about }]) => `  ${key.padEnd(10)} ${about}`)
  console.error(`Usage: npm run bench -- <name> [flags]\n${known.join('\n')}`)
  process.exitCode = 1
} else {
  await bench.run(args).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
