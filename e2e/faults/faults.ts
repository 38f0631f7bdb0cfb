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
      part,
      outcome: 'http',
      reason: { predicate: "couldn't load.", detail: `${part} network` },
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
      part,
      outcome: 'timeout',
      reason: {
        predicate: 'took too long to load.',
        detail: part === 'entry' ? 'entry timeout' : 'module timeout',
      },
      consoleErrors: () => [],
      hangs: part,
      inject: (page, { files }) => intercept(page, files[part].pattern, () => {}),
    }),
  ),
  ...allParts.map(
    (part): Fault => ({
      name: `${part} does not match its hash`,
      part,
      outcome: 'integrity',
      reason: { predicate: "couldn't load.", detail: `${part} network` },
      consoleErrors: () => [/Failed to find a valid digest in the 'integrity' attribute/],
      inject: (page, { files }) => intercept(page, files[part].pattern, changeHash),
    }),
  ),
  {
    name: 'entry is an HTML page',
    outcome: 'content-type',
    reason: { predicate: "couldn't load.", detail: 'entry network' },
    consoleErrors: () => [/Failed to find a valid digest/],
    inject: (page, { files }) =>
      intercept(page, files.entry.pattern, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      ),
  },
  ...publishedFaults,
]

/** Appends an empty line to the file: harmless, but its hash changes. */
async function changeHash(route: Route): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, body: `${await response.text()}\n` })
}
