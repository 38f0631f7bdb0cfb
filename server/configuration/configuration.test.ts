import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EnvironmentSchema, readConfiguration } from './configuration.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-configuration-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const whsec = (letter: string) => `whsec_${letter.repeat(43)}=`

const read = (environment: Record<string, string>) => readConfiguration(environment, folder)

test('an empty environment configures a site on this machine', () => {
  const { secret, secrets, settings: _, ...configuration } = read({})
  expect(configuration).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(folder, '.data'),
    databaseUrl: null,
    smtp: null,
    publicUrl: 'http://127.0.0.1:3000',
    google: null,
    github: null,
    trustedProxy: false,
    notify: { webhook: null, slack: null, email: null },
    metrics: { token: null, listen: null },
    addressLimitFactor: 1,
    loadDeadlineMs: 120_000,
    requestDeadlineMs: 45_000,
    uploadDeadlines: { idleMs: 10_000, totalMs: 180_000 },
    siteConfigFile: join(folder, 'site.config.json'),
    publishFrom: null,
    shellPlan: null,
  })
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets).toEqual([secret])
  expect(Object.isFrozen(read({}))).toBe(true)
})

test.each([
  [{}, { port: 4000, host: '127.0.0.1', url: 'http://localhost:4000', isPublic: false, isRequired: false }],
  [{ PORT: '65000' }, { port: 64_000 }],
  [{ CONSOLE_PORT: '5000' }, { port: 5000, url: 'http://localhost:5000', isRequired: true }],
  [
    { CONSOLE_URL: 'https://c.example/', CONSOLE_HOST: '::' },
    { url: 'https://c.example', isPublic: true, host: '::' },
  ],
  [{ PUBLISH_FROM: 'apps' }, { folder: expect.stringMatching(/apps.console$/) }],
])('%o determines where the console is', (environment, expected) => {
  expect(read(environment).console).toMatchObject(expected)
})

test('there may be no console', () => {
  expect(read({ CONSOLE_PORT: 'off' }).console).toBeNull()
})

test('an empty variable counts as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toEqual(read({}))
})

test('every variable is read', () => {
  const configuration = read({
    PORT: '80',
    HOST: '::1',
    DATA_DIR: '/var/lib/portico',
    DATABASE_URL: 'postgres://u:p@db/portico',
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'My Site <no-reply@example.com>',
    PUBLIC_URL: 'https://example.com/',
    SITE_SECRET: `${'x'.repeat(32)} ${'y'.repeat(32)}`,
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 'gs',
    GITHUB_CLIENT_ID: 'h',
    GITHUB_CLIENT_SECRET: 'hs',
    GITHUB_URL: 'https://github.example.com/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    NOTIFY_WEBHOOK_URL: 'https://example.com/hook?key=k',
    NOTIFY_WEBHOOK_SECRET: `${whsec('a')} ${whsec('b')}`,
    NOTIFY_SLACK_URL: 'https://hooks.slack.com/services/T/B/x',
    NOTIFY_EMAIL: 'on-call@example.com',
    METRICS_TOKEN: 'm'.repeat(32),
    METRICS_PORT: '9090',
    METRICS_HOST: '0.0.0.0',
    ADDRESS_LIMIT_FACTOR: '10',
    VISITORS_SHARE_ADDRESS: 'true',
    LOAD_DEADLINE_MS: '500',
    REQUEST_DEADLINE_MS: '550',
    UPLOAD_IDLE_MS: '600',
    UPLOAD_DEADLINE_MS: '700',
    REMOTE_ORIGINS:
      'weather=https://cdn.example.com, news=https://news.example:8443\nnews=http://localhost:1',
    REMOTE_ACCESS: 'weather=https://api.example.com, weather=wss://live.example.com:8443\nweather=wasm',
    HOSTS: 'shop=https://shop.example.com shop=http://localhost:8080',
    SITE_CONFIG: 'owner.json',
    PUBLISH_FROM: 'dist',
    SHELL_PLAN: 'low',
  })
  expect(configuration).toMatchObject({
    port: 80,
    host: '::1',
    dataDir: '/var/lib/portico',
    databaseUrl: 'postgres://u:p@db/portico',
    smtp: { url: 'smtps://u:p@mail.example.com', from: { name: 'My Site', address: 'no-reply@example.com' } },
    publicUrl: 'https://example.com',
    secret: 'x'.repeat(32),
    secrets: ['x'.repeat(32), 'y'.repeat(32)],
    google: { clientId: 'g', discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration' },
    github: {
      clientId: 'h',
      authorizeUrl: 'https://github.example.com/login/oauth/authorize',
      tokenUrl: 'https://github.example.com/login/oauth/access_token',
      apiUrl: 'https://github.example.com/api/v3',
    },
    trustedProxy: ['loopback', '10.0.0.0/8'],
    notify: {
      webhook: { url: 'https://example.com/hook?key=k', secrets: [whsec('a'), whsec('b')] },
      slack: 'https://hooks.slack.com/services/T/B/x',
      email: 'on-call@example.com',
    },
    metrics: { token: 'm'.repeat(32), listen: { port: 9090, host: '0.0.0.0' } },
    addressLimitFactor: 10,
    countedBy: 'visitor',
    loadDeadlineMs: 500,
    requestDeadlineMs: 550,
    uploadDeadlines: { idleMs: 600, totalMs: 700 },
    remoteOrigins: [
      { remote: 'weather', origin: 'https://cdn.example.com' },
      { remote: 'news', origin: 'https://news.example:8443' },
      { remote: 'news', origin: 'http://localhost:1' },
    ],
    remoteAccess: [
      { remote: 'weather', value: 'https://api.example.com' },
      { remote: 'weather', value: 'wss://live.example.com:8443' },
      { remote: 'weather', value: 'wasm' },
    ],
    hosts: [
      { host: 'shop', origin: 'https://shop.example.com' },
      { host: 'shop', origin: 'http://localhost:8080' },
    ],
    siteConfigFile: join(folder, 'owner.json'),
    publishFrom: join(folder, 'dist'),
    shellPlan: 'low',
  })
})

test.each([
  'https://a.example',
  'weather',
  'weather=*',
  'weather=https://*.example',
  'weather=http://a.example',
  'weather=https://a.example/',
  'weather=https://a:b@c.example',
  'weather=https://A.example',
  'weather=https://a.example;',
  'shell=https://a.example',
])('%s is no other origin of a remote', (origin) => {
  expect(() => read({ REMOTE_ORIGINS: origin })).toThrow(
    'REMOTE_ORIGINS: expected remotes, each with the origin',
  )
})

test.each([
  'weather',
  'weather=*',
  'weather=https://*',
  'weather=scripts',
  'shell=wasm',
  "weather=https://a.example';",
])('%s is no access that a remote may have', (access) => {
  expect(() => read({ REMOTE_ACCESS: access })).toThrow(
    'REMOTE_ACCESS: expected remotes, each with an origin',
  )
})

test.each(['shop', 'shop=*', 'shop=https://shop.example/', 'Shop=https://shop.example'])(
  '%s is no host',
  (host) => {
    expect(() => read({ HOSTS: host })).toThrow('HOSTS: expected hosts, each with an origin')
  },
)

test('one secret may consist of words', () => {
  const words = 'a secret of several words, 32 characters'
  expect(read({ SITE_SECRET: words }).secrets).toEqual([words])
})

test.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://octo.ghe.com', 'https://api.octo.ghe.com'],
  ['https://github.example.com', 'https://github.example.com/api/v3'],
])('the API of %s is at %s', (GITHUB_URL, apiUrl) => {
  const environment = { GITHUB_CLIENT_ID: 'h', GITHUB_CLIENT_SECRET: 'hs', GITHUB_URL }
  expect(read(environment).github).toMatchObject({ apiUrl })
})

test.each([
  [{ PORT: '0' }, 'PORT: expected a port from 1 to 65535, got "0".'],
  [{ PORT: '3000x' }, 'PORT: expected a port from 1 to 65535, got "3000x".'],
  [
    { PUBLIC_URL: 'example.com' },
    'PUBLIC_URL: expected a URL such as https://example.com, got "example.com".',
  ],
  [{ PUBLIC_URL: 'https://example.com/site' }, 'PUBLIC_URL: expected a URL without a path'],
  [{ DATABASE_URL: 'mysql://u:hunter2@db' }, 'DATABASE_URL: expected a URL such as postgres://'],
  [{ SITE_SECRET: 'hunter2' }, 'SITE_SECRET: expected at least 32 characters'],
  [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, 'MAIL_FROM: expected a sender such as'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: expected addresses or ranges of your proxies'],
  [
    { NOTIFY_WEBHOOK_URL: 'ftp://hunter2' },
    'NOTIFY_WEBHOOK_URL: expected a URL such as https://example.com/hook',
  ],
  [
    { NOTIFY_WEBHOOK_URL: 'https://u:hunter2@example.com' },
    'NOTIFY_WEBHOOK_URL: expected a URL without a user and a password',
  ],
  [
    { NOTIFY_WEBHOOK_URL: 'https://example.com/?key=hunter2' },
    'NOTIFY_WEBHOOK_SECRET: expected a value because NOTIFY_WEBHOOK_URL is set, got none.',
  ],
  [
    { NOTIFY_WEBHOOK_SECRET: 'whsec_hunter2' },
    'NOTIFY_WEBHOOK_SECRET: expected whsec_ and at least 24 bytes',
  ],
  [{ NOTIFY_SLACK_URL: 'hunter2' }, 'NOTIFY_SLACK_URL: expected a URL such as'],
  [{ NOTIFY_EMAIL: 'a@example.com, b@example.com' }, 'NOTIFY_EMAIL: expected one email address, such as'],
  [{ METRICS_TOKEN: 'hunter2' }, 'METRICS_TOKEN: expected at least 32 characters without spaces'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'key=%' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected headers such as'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: expected a share of requests from 0 to 1'],
  [{ CONSOLE_PORT: 'no' }, 'CONSOLE_PORT: expected a port from 1 to 65535, or off for no console, got "no".'],
  [
    { PUBLIC_URL: 'https://example.com', CONSOLE_URL: 'https://example.com:8443' },
    'CONSOLE_URL: expected another host name than that of PUBLIC_URL, got "https://example.com:8443".',
  ],
  [{ LOAD_DEADLINE_MS: '0' }, 'LOAD_DEADLINE_MS: expected milliseconds from 1 to 3600000, got "0".'],
  [{ SMTP_URL: 'smtp://u:hunter2@mail' }, 'MAIL_FROM: expected a value because SMTP_URL is set, got none.'],
  [
    { SMTP_URL: 'smtp://u:hunter2@mail?requireTLS=false', MAIL_FROM: 'a@example.com' },
    'SMTP_URL: expected a URL without a query',
  ],
  [
    { GOOGLE_CLIENT_ID: 'g' },
    'GOOGLE_CLIENT_SECRET: expected a value because GOOGLE_CLIENT_ID is set, got none.',
  ],
  [
    { GITHUB_CLIENT_SECRET: 'hunter2' },
    'GITHUB_CLIENT_ID: expected a value because GITHUB_CLIENT_SECRET is set, got none.',
  ],
])('%o is rejected with a message that contains no secret', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
  expect(() => read(environment)).not.toThrow('hunter2')
})

test('the page of settings documents every variable and no others', () => {
  const findNames = (text: string) => [
    ...new Set([...text.matchAll(/\b[A-Z]+(?:_[A-Z0-9]+)*\b/g)].map(String)),
  ]
  const guide = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  const documented = guide.split('\n').flatMap((line) => findNames(/^\| (`.*?) \|/.exec(line)?.[1] ?? ''))
  expect(documented.toSorted()).toEqual(Object.keys(EnvironmentSchema.entries).toSorted())
})

test('all invalid variables are reported together', () => {
  expect(() => read({ PORT: 'x', LOAD_DEADLINE_MS: 'y' })).toThrow(/^PORT: .+\nLOAD_DEADLINE_MS: .+$/)
})
