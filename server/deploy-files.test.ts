import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadLimits } from '@portico/kit/api/image-upload.ts'
import { paths } from '@portico/kit/paths.ts'
import { serverEnvironment, serverOptions } from '@portico/tools/system/server-options.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { EnvironmentSchema, readConfiguration } from './configuration/configuration.ts'
import { getConnectionLimits } from './http/requests/limit-connections.ts'
import { maxPackedBytes } from './releases/uploads/receive-archive.ts'

// What the files for operators repeat: limits, paths, settings and versions.
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, 'tools/package/deploy', file), 'utf8')
const nginx = read('nginx.conf')
const caddy = read('Caddyfile')
const unit = read('portico@.service')
const container = read('Containerfile')

const mebibyte = 1024 * 1024
const findNumbers = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number))
const secret = { SITE_SECRET: 'a secret of thirty-two characters' }
const defaults = readConfiguration(secret, root)

test.each([
  ['nginx', findNumbers(nginx, /client_max_body_size (\d+)m;/g)],
  ['Caddy', findNumbers(caddy, /max_size (\d+)MiB/g)],
])('%s lets through whatever the site accepts, and a little more that the site explains', (_name, limits) => {
  const [others = 0, uploads = 0] = limits.toSorted((a, b) => a - b)
  expect(limits).toHaveLength(2)
  expect(uploads * mebibyte).toBe(maxPackedBytes + mebibyte)
  expect(others * mebibyte).toBe(uploadLimits.maxBytes + mebibyte)
})

test('nginx limits each address as the site limits networks without a proxy', () => {
  const zone = /limit_conn_zone \$binary_remote_addr zone=(\w+):/.exec(nginx)?.[1]
  expect(findNumbers(nginx, new RegExp(`limit_conn ${zone} (\\d+);`, 'g'))).toEqual([
    getConnectionLimits(defaults).maxPerNetwork,
  ])
})

test('the paths of the proxies are those of the site', () => {
  const known: readonly string[] = Object.values(paths)
  const locations = [...nginx.matchAll(/location (?:= )?(\/.*?)\/? \{/g)].map(([, path]) => path)
  expect(locations).toEqual(['/', paths.releases, paths.publish, paths.metrics, paths.mailbox, '/'])
  const matched = [...caddy.matchAll(/\bpath (.+)| (\/-\/\S+)$/gm)].flatMap(
    ([, list = '', path]) => path ?? list.split(' '),
  )
  expect(matched).not.toEqual([])
  for (const path of matched) expect(known).toContain(path.replace(/\/\*$/, ''))
})

test('the proxies lead to the console of each server, where it is by default', () => {
  for (const text of [nginx, caddy]) {
    const ports = findNumbers(text, /127\.0\.0\.1:(\d{4})\b/g)
    const servers = ports.filter((port) => port < 4_000)
    const environments = servers.map((port) => ({ ...secret, PORT: String(port) }))
    expect(ports.filter((port) => port >= 4_000)).toEqual(
      environments.map((environment) => readConfiguration(environment, root).console?.port),
    )
  }
})

test('a proxy closes an idle connection before the site does', () => {
  const [seconds = 0] = findNumbers(nginx, / keepalive_timeout (\d+)s;/g)
  expect(findNumbers(caddy, /keepalive (\d+)s/g)).toEqual([seconds])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds * 1_000).toBeLessThan(Fastify().server.keepAliveTimeout)
})

test('an upload may pause as long behind nginx as without it', () => {
  expect(findNumbers(nginx, /client_body_timeout (\d+)s;/g)).toEqual([
    defaults.uploadDeadlines.idleMs / 1_000,
  ])
})

test.each([
  ['the unit', unit.replaceAll('%i', '3001'), /^Environment=(.+)$/gm],
  ['the container', container, /^ENV (.+)$/gm],
])('the settings of %s are valid settings of the site', (_name, text, pattern) => {
  const pairs = [...text.matchAll(pattern)].flatMap(([, list = '']) =>
    list.split(' ').map((pair) => pair.split('=')),
  )
  const environment: Record<string, string> = Object.fromEntries(pairs)
  const { NODE_COMPILE_CACHE: _, ...memory } = serverEnvironment
  expect(environment).toMatchObject(memory)
  const forNode = ['NODE_ENV', ...Object.keys(serverEnvironment)]
  for (const name of Object.keys(environment)) {
    if (!forNode.includes(name)) expect(EnvironmentSchema.entries).toHaveProperty(name)
  }
  const { drainMs } = readConfiguration({ ...secret, ...environment }, root)
  expect(drainMs).toBeGreaterThan(0)
})

test('the server is started with the same options everywhere', () => {
  const program = readFileSync(join(root, 'tools/package/archive/portico.js'), 'utf8')
  const options = serverOptions.join(' ')
  expect(program).toContain(`#!/usr/bin/env -S node ${options}\n`)
  expect(unit).toContain(`ExecStart=/usr/bin/node ${options} /opt`)
  expect(container).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...serverOptions, 'portico.js']).replaceAll(',', ', ')}`,
  )
})

test('the container has the Node with which the site is tested', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(container).toContain(`FROM docker.io/library/node:${devDependencies.node}-`)
  expect(readFileSync(join(root, '.nvmrc'), 'utf8').trim()).toBe(devDependencies.node)
})
