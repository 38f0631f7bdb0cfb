import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandContext } from '../command.ts'
import { createSiteClient } from '../site-client.ts'
import { review } from './review-command.ts'

const record: ReleaseRecord = {
  schemaVersion: 1,
  remote: 'weather',
  team: 'team of weather',
  version: '1.2.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '1.0',
  global: 'weather_0a1b2c3d',
  pages: [],
  files: {},
  entry: { file: 'remote.js', integrity: computeIntegrity('x') },
}

/** The site, GitHub and GitLab; comments of the last two are kept as they keep them. */
let server: Server
let origin = ''
let folder = ''
let comments: { id: number; body: string }[] = []
let requests: { line: string; body: unknown; token: string | undefined }[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-review-'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
  comments = Array.from({ length: 100 }, (_, id) => ({ id, body: `comment of a colleague ${id}` }))
  requests = []
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const sent = await text(request)
    const body = headers['content-type']?.includes('json') && sent !== '' ? JSON.parse(sent) : null
    requests.push({
      line: `${method} ${url}`,
      body,
      token: String(headers['private-token'] ?? headers.authorization),
    })
    response.end(JSON.stringify(answer(method, new URL(url, origin), body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function answer(
  method: string,
  { pathname, searchParams }: URL,
  body: { body?: string; remote?: string } | null,
) {
  if (pathname === '/-/remotes') return { remotes: [] }
  if (method === 'PUT' && pathname.startsWith('/-/releases/')) {
    const version = pathname.split('/').at(-1)
    return {
      outcome: 'published',
      id: `weather@${version}-0a1b2c3d`,
      remote: 'weather',
      version,
      hash: '0a1b2c3d',
      bytes: 1,
    }
  }
  if (pathname === '/-/previews')
    return { url: `https://ada.example/-/preview/${body?.remote}.signed`, expiresAt: 0 }
  if (method === 'GET') {
    const from = (Number(searchParams.get('page')) - 1) * 100
    return comments.slice(from, from + 100)
  }
  const id = method === 'POST' ? comments.length : Number(pathname.split('/').at(-1))
  comments[id] = { id, body: body?.body ?? '' }
  return comments[id]
}

function run(environment: Record<string, string>) {
  const context: CommandContext = {
    args: ['weather'],
    flags: { 'no-browser': true, reason: 'a test' },
    environment,
    site: () => createSiteClient(origin, 'portico_secret'),
    address: () => origin,
    progress: () => {},
    program: 'npx --no-install portico',
    project: {
      listRemotes: () => ['weather'],
      build: async () => folder,
      checkSources: async () => [],
      readPageScripts: () => ({ axe: '', detector: '' }),
    },
  }
  return review.run(context)
}

function createGitHub(body: string | null, attempt = '1'): Record<string, string> {
  const file = join(folder, 'event.json')
  writeFileSync(file, JSON.stringify({ action: 'opened', pull_request: { number: 12, body } }))
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_PATH: file,
    GITHUB_API_URL: origin,
    GITHUB_TOKEN: 'github',
    GITHUB_REPOSITORY: 'ada/weather',
    GITHUB_RUN_NUMBER: '345',
    GITHUB_RUN_ATTEMPT: attempt,
  }
}
const getOwn = () => comments.filter(({ body }) => body.includes('portico preview of weather'))

describe('a pull request on GitHub', () => {
  test('gets an unlisted prerelease and one comment, which the next run replaces', async () => {
    const first = await run(createGitHub(null))
    expect(first.json).toMatchObject({ version: '1.2.0-pr12.345.1' })
    const [comment] = getOwn()
    expect(comment?.body).toContain('(https://ada.example/-/preview/weather.signed)')
    expect(comment?.body).toContain('- weather `1.2.0-pr12.345.1`')
    await run(createGitHub(null, '2'))
    expect([comments.length, getOwn().length]).toEqual([101, 1])
    expect(getOwn()[0]?.body).toContain('1.2.0-pr12.345.2')
    const lines = requests.filter(({ token }) => token === 'Bearer github').map(({ line }) => line)
    expect(lines).toEqual([
      'GET /repos/ada/weather/issues/12/comments?per_page=100&page=1',
      'GET /repos/ada/weather/issues/12/comments?per_page=100&page=2',
      'POST /repos/ada/weather/issues/12/comments',
      'GET /repos/ada/weather/issues/12/comments?per_page=100&page=1',
      'GET /repos/ada/weather/issues/12/comments?per_page=100&page=2',
      'PATCH /repos/ada/weather/issues/comments/100',
    ])
  })

  test('can be previewed with releases of other remotes, which its description names', async () => {
    await run(
      createGitHub('Rain in the list.\r\n\r\nPreview with: `catalogue@1.3.0-pr4.1`, account@2.0.0\r\nThanks'),
    )
    expect(getOwn()[0]?.body).toContain(
      '(https://ada.example/-/preview/weather.signed~catalogue.signed~account.signed)',
    )
    const previews = requests.filter(({ line }) => line === 'POST /-/previews').map(({ body }) => body)
    expect(previews).toEqual([
      { remote: 'weather', version: '1.2.0-pr12.345.1' },
      { remote: 'catalogue', version: '1.3.0-pr4.1' },
      { remote: 'account', version: '2.0.0' },
    ])
  })

  test('is told which variable is missing', async () => {
    const { GITHUB_TOKEN: _none, ...environment } = createGitHub(null)
    await expect(run(environment)).rejects.toThrow('Set GITHUB_TOKEN')
    await expect(run({})).rejects.toThrow('review runs in GitHub Actions or GitLab CI')
  })
})

test('a merge request on GitLab gets the same', async () => {
  const environment = {
    GITLAB_CI: 'true',
    CI_API_V4_URL: `${origin}/api/v4`,
    CI_PROJECT_ID: '7',
    CI_MERGE_REQUEST_IID: '3',
    CI_PIPELINE_IID: '20',
    CI_JOB_ID: '99',
    GITLAB_TOKEN: 'gitlab',
    CI_MERGE_REQUEST_DESCRIPTION: 'Preview with: catalogue@1.3.0',
  }
  expect((await run(environment)).json).toMatchObject({ version: '1.2.0-mr3.20.99' })
  await run({ ...environment, CI_JOB_ID: '100' })
  expect(getOwn().map(({ body }) => body.includes('1.2.0-mr3.20.100'))).toEqual([true])
  const lines = requests.filter(({ token }) => token === 'gitlab').map(({ line }) => line.split('?')[0])
  expect([...new Set(lines)]).toEqual([
    'GET /api/v4/projects/7/merge_requests/3/notes',
    'POST /api/v4/projects/7/merge_requests/3/notes',
    'PUT /api/v4/projects/7/merge_requests/3/notes/100',
  ])
})
