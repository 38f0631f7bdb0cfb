import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { afterEach, beforeEach } from 'vitest'
import type { TestShell } from './builds.ts'
import { createBrowsers, type TestVisitor } from './load-reports.ts'
import { createPrerenderedShell, startPrerenderedSite } from './prerendered-site.ts'
import { createRolloutClient } from './rollout-site.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import type { TestServer } from './test-server.ts'

/** The shell that everyone has, and the one that is rolled out. */
export const first = '1.0.0-0a1b2c3d'
export const second = '2.0.0-22222222'

/** The page of the site's only remote, `new`. */
export const path = '/new'

/** A release of the shell with a layout, a font and a script of its own. */
export function createSecond(changes: TestShell = {}): TestShell {
  const shell = createPrerenderedShell({ about: '<p>Second</p>', font: 'second font' })
  return { ...shell, ...changes, files: { ...shell.files, 'index.js': 'startAgain()', 'inspect.js': '//2' } }
}

interface Visitors extends Record<'canary' | 'stable', TestVisitor> {
  readonly browsers: ReturnType<typeof createBrowsers>
}

/** Starts a site for each test, whose shell can be rolled out. */
export function prepareShellSite() {
  let database: TestDatabase
  let server: TestServer
  beforeEach(async () => {
    database = await createTestDatabase()
    server = await startPrerenderedSite(database, {
      pages: [{ path }],
      html: { [path]: '<h1>New</h1>' },
      about: '<p>First</p>',
      font: 'first font',
      environment: { ADDRESS_LIMIT_FACTOR: '1' },
    })
  })
  afterEach(async () => {
    await server.stop()
    await database.remove()
  })
  const client = () => createRolloutClient(server)
  /** Advances a rollout to a share of 50 %. */
  async function advance(rollout: Rollout): Promise<Rollout> {
    return rollout.share < 5_000 ? advance(await client().step(rollout.id, 'advance')) : rollout
  }
  return {
    database: () => database,
    server: () => server,
    client,
    advance,
    /** Starts the second shell for half of the visitors. */
    async startSecond(changes: TestShell = {}): Promise<Rollout> {
      await client().publishShell('2.0.0', createSecond(changes))
      return advance(await client().start('shell', '2.0.0'))
    },
    open: (cookie: string, headers: Record<string, string> = {}, url = path) =>
      server.app.inject({ url, headers: { cookie, ...headers } }),
    /** A visitor in each arm. */
    createVisitors(rollout: Rollout): Visitors {
      const browsers = createBrowsers(server, rollout)
      const [canary, stable] = [browsers.visitor('canary', 5_000), browsers.visitor('stable', 5_000)]
      return { browsers, canary, stable }
    },
  }
}
