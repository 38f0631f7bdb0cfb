import type { Route } from '@playwright/test'
import type { Fault } from './fault.ts'
import { intercept } from './intercept.ts'
import { publishedFaults } from './published-faults.ts'
import type { Part } from './target.ts'

const allParts: readonly Part[] = ['entry', 'chunk', 'style']

/** Every way in which a remote can fail. */
export const faults: readonly Fault[] = [
  ...allParts.map(
    (part): Fault => ({
      name: `${part} is missing`,
      says: new RegExp(`This page couldn't load.* ${part} network`),
      consoleErrors: ({ files }) => [
        new RegExp(`status of 404 .*${files[part].pattern.source.slice(0, -1)}`),
      ],
      cause: (page, { files }) =>
        intercept(page, files[part].pattern, (route) => route.fulfill({ status: 404 })),
    }),
  ),
  ...allParts.map(
    (part): Fault => ({
      name: `${part} hangs`,
      says:
        part === 'entry' ? /took too long to load.* entry timeout/ : /took too long to load.* module timeout/,
      consoleErrors: () => [],
      hangs: part,
      cause: (page, { files }) => intercept(page, files[part].pattern, () => {}),
    }),
  ),
  ...allParts.map(
    (part): Fault => ({
      name: `${part} is not the file that was published`,
      says: new RegExp(`This page couldn't load.* ${part} network`),
      consoleErrors: () => [/Failed to find a valid digest in the 'integrity' attribute/],
      cause: (page, { files }) => intercept(page, files[part].pattern, changed),
    }),
  ),
  {
    name: 'entry is an HTML page',
    says: /This page couldn't load.* entry network/,
    consoleErrors: () => [/Failed to find a valid digest/],
    cause: (page, { files }) =>
      intercept(page, files.entry.pattern, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      ),
  },
  onDemand('throws on evaluation', /This page failed to start.* entry init/),
  onDemand('throws on render', /This page stopped working/, /asked to throw on render/),
  onDemand('tells of another contract', /This page isn't compatible with this version of the site/),
  ...publishedFaults,
]

/** A fault of the faulty build: see faulty-remote.ts. */
function onDemand(name: string, says: RegExp, ...consoleErrors: readonly RegExp[]): Fault {
  return {
    name,
    says,
    consoleErrors: () => consoleErrors,
    async cause(page) {
      await page.addInitScript((fault) => sessionStorage.setItem('fault', fault), name)
      return () => page.evaluate(() => sessionStorage.clear())
    },
  }
}

/** The right file with one more line: harmless, and still not what was published. */
async function changed(route: Route): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, body: `${await response.text()}\n` })
}
