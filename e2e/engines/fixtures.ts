import { type APIRequestContext, expect } from '@playwright/test'
import { test as base } from '../site/fixtures.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { createEngineVisitor, type EngineVisitor } from './visitor.ts'
import { startWebkit } from './webkit.ts'

const engines = {
  firefox: { start: startFirefox, variable: 'FIREFOX_PATH' },
  webkit: { start: startWebkit, variable: 'WEBKIT_DRIVER_PATH' },
}

export interface EngineOptions {
  readonly engineName: keyof typeof engines
}

interface WorkerFixtures extends EngineOptions {
  /** Null where it is not installed. */
  readonly engine: Engine | null
}

interface TestFixtures {
  /** A visitor with a new profile. A console error, an uncaught error or a policy violation fails the test. */
  readonly visitor: EngineVisitor
  readonly api: APIRequestContext
}

/** A test on a real site, in the engine of its project; skipped where that is not installed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const { start, variable } = engines[engineName]
      const path = process.env[variable]
      const engine = path ? await start(path) : null
      await use(engine)
      await engine?.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  api: async ({ playwright, site }, use) => {
    const api = await playwright.request.newContext({ baseURL: site.origin })
    await use(api)
    await api.dispose()
  },

  visitor: async ({ engine, engineName, site }, use, testInfo) => {
    if (engine === null) {
      testInfo.skip(true, `${engines[engineName].variable} is not set.`)
      return
    }
    const tab = await engine.openTab()
    await tab.resize({ width: 1280, height: 900 })
    await use(createEngineVisitor(tab, site.origin))
    const errors = await tab.takeErrors()
    await tab.close()
    expect(errors, 'console errors').toEqual([])
  },
})
