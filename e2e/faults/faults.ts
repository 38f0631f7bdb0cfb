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
      outcome: 'http',
      message: new RegExp(`This page couldn't load.* ${part} network`),
      consoleErrors: ({ files }) => [
        new RegExp(`status of 404 .*${files[part].pattern.source.slice(0, -1)}`),
      ],
      inject: (page, { files }) =>
        intercept(page, files[part].pattern, (route) => route.fulfill({ status: 404 })),
    }),
  ),
  ...allParts.map(
    (part): Fault => ({
      name: `${part} never arrives`,
      outcome: 'timeout',
      message:
        part === 'entry' ? /took too long to load.* entry timeout/ : /took too long to load.* module timeout/,
      consoleErrors: () => [],
      hangs: part,
      inject: (page, { files }) => intercept(page, files[part].pattern, () => {}),
    }),
  ),
  ...allParts.map(
    (part): Fault => ({
      name: `${part} does not match its hash`,
      outcome: 'integrity',
      message: new RegExp(`This page couldn't load.* ${part} network`),
      consoleErrors: () => [/Failed to find a valid digest in the 'integrity' attribute/],
      inject: (page, { files }) => intercept(page, files[part].pattern, changeHash),
    }),
  ),
  {
    name: 'entry is an HTML page',
    outcome: 'content-type',
    message: /This page couldn't load.* entry network/,
    consoleErrors: () => [/Failed to find a valid digest/],
    inject: (page, { files }) =>
      intercept(page, files.entry.pattern, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      ),
  },
  onDemand('throws on evaluation', 'init', /This page failed to start.* entry init/),
  onDemand('throws on render', 'mount', /This page stopped working/, /requested to throw on render/),
  onDemand(
    'declares another contract',
    'contract',
    /This page isn't compatible with this version of the site/,
  ),
  ...publishedFaults,
]

/** A fault of a derived release: see break-on-demand.ts. */
function onDemand(
  name: string,
  outcome: Fault['outcome'],
  message: RegExp,
  ...consoleErrors: readonly RegExp[]
): Fault {
  return {
    name,
    outcome,
    message,
    consoleErrors: () => consoleErrors,
    async inject(page) {
      await page.addInitScript((fault) => sessionStorage.setItem('fault', fault), name)
      return () => page.evaluate(() => sessionStorage.clear())
    },
  }
}

/** Appends an empty line to the file: harmless, but its hash changes. */
async function changeHash(route: Route): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, body: `${await response.text()}\n` })
}
