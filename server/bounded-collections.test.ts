import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !/(?:^|\/)(?:node_modules|testing|\.types)\/|\.test\.ts$|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${import.meta.dirname}/${file}`, 'utf8') }))

const oneCall = 'exists only during one call'
/** What bounds each map and set that starts empty, by file and name. A new one needs a line: whatever grows with what clients send needs a limit. */
const bounds: Readonly<Record<string, string>> = {
  'accounts/oauth/oauth-routes.ts made': 'the configured providers',
  'accounts/auth/session-cache.ts running': 'verifications in progress, one for each open request',
  'console/changes.ts clients': 'maxStreams',
  'database/node-sqlite-dialect.ts statements': 'maxCachedStatements',
  'rollouts/load-reports/drops.ts counts': 'reasons of active rollouts, since the last write',
  'releases/retention/record-servings.ts days': 'releases of which a file was served, on one day',
  'rollouts/previews/previewed-releases.ts found': oneCall,
  'releases/uploads/unpack-archive.ts files': oneCall,
  'releases/uploads/unpack-archive.ts taken': oneCall,
  'releases/uploads/validate-release.ts sizes': oneCall,
  'releases/uploads/validate-release.ts warnings': oneCall,
  'releases/storage/deltas.ts found': oneCall,
  'releases/storage/ensure-local.ts pending': 'downloads in progress, of published releases',
  'releases/storage/folder-store.ts files': oneCall,
  'releases/storage/release-downloads.ts failed': 'releases in the discovery document',
  'releases/storage/release-downloads.ts nowhere': 'releases in the discovery document',
  'releases/storage/release-downloads.ts running': 'releases in the discovery document',
  'releases/storage/release-objects.ts fetched': oneCall,
  'releases/storage/release-objects.ts found': oneCall,
  'releases/storage/s3-store.ts files': oneCall,
  'releases/storage/tables.ts found': oneCall,
  'email/outbox.ts queued': 'maxQueued',
  'http/background/worker-pool.ts busy': 'the most tasks that a caller runs at a time',
  'http/background/worker-pool.ts idleThreads': 'the modules that threads run',
  'http/concurrency-limiter.ts limits': 'keys with a task in progress',
  'http/network/local-proof.ts listening': 'three addresses of this machine',
  'http/request-counters.ts waiting': 'requests in progress',
  'http/request-metrics.ts counters': 'the methods that Node parses, and the status codes',
  'http/request-metrics.ts flushes': 'the routes of the server',
  'http/request-metrics.ts recorders': 'the routes of the server',
  'http/requests/limit-connections.ts open': 'networks with an open connection, at most maxInTotal',
  'http/security-events.ts known': 'maxKinds, and the pairs of event and reason',
  'http/signature.ts keys': 'the configured secrets',
  'http/watch-event-loop.ts known': 'the routes of the server',
  'http/watch-event-loop.ts open': 'requests in progress',
  'pages/html/page-bodies.ts running': 'compressions in progress, one for each open request',
  'pages/pairing-codes/pairing-codes.ts reading': 'the configured streams',
  'sandbox/images/built-in-images.ts images': 'the built-in images',
}

test('every map and set that can grow has a known bound', () => {
  const found = sources
    .filter(({ file }) => !file.startsWith('data-cli/')) // ends with its command
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(\w+)(?:: [^=\n]+)? = new (?:Map|Set)(?:<[^\n]*>)?\(\)/g)].map(
        ([, name]) => `${file} ${name}`,
      ),
    )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(bounds).toSorted())
})

test('every cache has a maximum', () => {
  const unbounded = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/new LRUCache(?:<[^\n]*>)?\(\{?([^)]*)\}/g)].flatMap(([, options = '']) =>
      /\bmaxSize\b/.test(options) ? [] : [file],
    ),
  )
  expect(unbounded).toEqual([])
  const count = (pattern: RegExp) =>
    sources.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  expect(count(/new LRUCache|= createBoundedCache</g)).toBeGreaterThan(10)
})
