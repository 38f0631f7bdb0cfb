import { ensureBuilt } from '@portico/tools/build/ensure-built.ts'
import { main } from '@portico/tools/system/run-command.ts'
import { benchAttack } from './attack/bench-attack.ts'
import { benchCatalogue } from './catalogue/bench-catalogue.ts'
import { benchLighthouse } from './lighthouse/bench-lighthouse.ts'
import { benchLoad } from './load/bench-load.ts'
import { benchMixed } from './mixed/bench-mixed.ts'
import { benchRemotes } from './remotes/bench-remotes.ts'
import { benchReports } from './reports/bench-reports.ts'
import { benchRollback } from './rollback/bench-rollback.ts'
import { benchRollouts } from './rollouts/bench-rollouts.ts'
import { benchSamples } from './samples/bench-samples.ts'
import { benchSearch } from './search/bench-search.ts'
import { benchServer } from './server/bench-server.ts'

interface Bench {
  readonly flags: string
  readonly summary: string
  readonly needsBuild: boolean
  run(args: string[]): Promise<void>
}

const benches: Readonly<Record<string, Bench>> = {
  load: {
    flags: '[--runs 9] [--part loads|paints|clicks|update]',
    summary: 'Cold loads against monoliths and default Module Federation; clicks; updates',
    needsBuild: true,
    run: benchLoad,
  },
  server: {
    flags: '[--runs 9] [--seconds 3] [--requests 50000] [--part rates|memory]',
    summary: 'Pages and release files per second of one core against nginx; memory',
    needsBuild: true,
    run: benchServer,
  },
  mixed: {
    flags: '[--minutes 10] [--rate 1000] [--flood 500]',
    summary: 'Latency of mixed requests to one core during a rollout and a flood',
    needsBuild: true,
    run: benchMixed,
  },
  catalogue: {
    flags: '[--runs 5] [--part viewers|listing]',
    summary: 'Category page against Swagger UI, Redoc and Scalar; listing with 100,000 rows',
    needsBuild: true,
    run: benchCatalogue,
  },
  search: {
    flags: '[--runs 20]',
    summary: 'Catalogue search against MiniSearch: time, size and results',
    needsBuild: false,
    run: benchSearch,
  },
  samples: {
    flags: '',
    summary: 'Code samples against snippetz and httpsnippet: requests sent, keys, size',
    needsBuild: false,
    run: benchSamples,
  },
  rollouts: {
    flags: '[--runs 2000] [--part regulars|healthy|…]',
    summary: 'Simulated rollouts: false alarms and time to detect a regression',
    needsBuild: false,
    run: benchRollouts,
  },
  rollback: {
    flags: '[--runs 20] [--part rollbacks|pages|document]',
    summary: 'Time until a bad canary is gone; cost of the discovery document',
    needsBuild: true,
    run: benchRollback,
  },
  reports: {
    flags: '[--runs 5] [--seconds 8]',
    summary: 'Pages of one core during a million reports an hour, on SQLite and PostgreSQL',
    needsBuild: true,
    run: benchReports,
  },
  remotes: {
    flags: '[--runs 9]',
    summary: 'A page view on a site with 40 remotes against the same site with its own',
    needsBuild: true,
    run: benchRemotes,
  },
  attack: {
    flags: '[--organic 150]',
    summary: 'An outsider with n networks tries to stop, push or keep a release',
    needsBuild: true,
    run: benchAttack,
  },
  lighthouse: {
    flags: '[--runs 3]',
    summary: 'Lighthouse scores of three pages: mobile, signed in',
    needsBuild: true,
    run: benchLighthouse,
  },
}

function formatUsage(): string {
  const lines = Object.entries(benches).map(
    ([name, { flags, summary }]) => `  ${`${name} ${flags}`.padEnd(46)} ${summary}`,
  )
  return `Usage: npm run bench -- <name> [flags]\n\n${lines.join('\n')}`
}

await main(async () => {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || [name, ...args].some((arg) => ['help', '--help', '-h'].includes(arg))) {
    console.log(formatUsage())
    return
  }
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (bench === undefined) throw new Error(`There is no benchmark "${name}".\n\n${formatUsage()}`)
  if (bench.needsBuild) {
    console.log('Building what has changed ...')
    await ensureBuilt()
  }
  await bench.run(args)
})
