import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getRemoteFiles, packArchive, packRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { type FileOrigin, startFileOrigin } from '../../testing/file-origin.ts'
import { createUploads } from '../../testing/uploads.ts'

let cdn: FileOrigin

describeWithServer(
  'a release with files on another origin',
  (server) => {
    const { client, put, publishShell, expectRejected } = createUploads(server)

    beforeEach(() => {
      cdn.requested.length = 0
    })
    afterAll(() => cdn.stop())

    /** Puts a build on the other origin. Returns its archive, which names the folder there. */
    async function putElsewhere(
      remote: string,
      version: string,
      folder = `${cdn.origin}/${remote}/${version}/`,
    ) {
      const release = { version, hash: `${version.replaceAll('.', '')}66666`, record: { baseUrl: folder } }
      const entries = getRemoteFiles(remote, release)
      cdn.answerWith((request, response) => {
        const found = entries.find(([name]) => new URL(`${name}`, folder).pathname === request.url)
        const type = request.url?.endsWith('.css') ? 'text/css' : 'text/javascript'
        const headers = { 'access-control-allow-origin': '*', 'content-type': type }
        response.writeHead(found === undefined ? 404 : 200, headers).end(found?.[1])
      })
      return packArchive(entries)
    }

    async function startForAll(remote: string, to: string) {
      const started = await client().post('/-/rollouts', { remote, to, plan: 'now' })
      expect(started.statusCode).toBe(201)
    }

    async function open(url: string) {
      const { headers, body } = await server().app.inject({ url })
      const policy = String(headers['content-security-policy']).split('; ')
      const find = (directive: string) => policy.find((text) => text.startsWith(`${directive} `))
      return { find, body, remotes: readPageData(body).remotes, integrityPolicy: headers['integrity-policy'] }
    }

    test('is verified, audited and loaded from there, and nothing else is allowed there', async () => {
      await publishShell()
      expect(
        (await put(await packRemote('new', { version: '1.0.0' }), '/-/releases/new/1.0.0')).statusCode,
      ).toBe(201)
      await startForAll('new', '1.0.0')
      const before = await open('/new')
      const archive = await putElsewhere('new', '1.1.0')
      expect((await put(archive)).statusCode).toBe(201)
      expect(cdn.requested.toSorted()).toEqual(
        ['exposed.js', 'page.css', 'remote.js'].map((file) => `/new/1.1.0/${file}`),
      )
      const { events } = (await client().get('/-/events')).json()
      expect(events.at(-1)).toMatchObject({ after: { baseUrl: `${cdn.origin}/new/1.1.0/` } })
      expect((await open('/new')).find('script-src')).toBe(before.find('script-src'))

      await startForAll('new', '1.1.0')
      const after = await open('/old') // a click leads to the other remote without another policy
      expect(after.find('script-src')).toBe(`${before.find('script-src')} ${cdn.origin}/new/1.1.0/`)
      for (const directive of ['style-src', 'font-src', 'connect-src'])
        expect(after.find(directive)).toBe(`${before.find(directive)} ${cdn.origin}`)
      expect(after.find('img-src')).toContain(` ${cdn.origin}`)
      expect([before.integrityPolicy, after.integrityPolicy]).toEqual([
        undefined,
        'blocked-destinations=(script)',
      ])
      const remote = after.remotes.find(({ name }) => name === 'new')
      expect(remote?.release.folder).toBe(`${cdn.origin}/new/1.1.0/`)
      expect((await open('/new')).body).toMatch(
        `<link rel="preload" as="script" href="${cdn.origin}/new/1.1.0/remote.js" integrity="sha256-`,
      )

      const copy = await server().app.inject('/r/new/1.1.0-11066666/exposed.js')
      expect([copy.statusCode, copy.body]).toEqual([200, 'routes'])
    })

    test('that is a fallback, or replaced, is loaded from the site', async () => {
      expect(
        (await put(await packRemote('new', { version: '1.2.0' }), '/-/releases/new/1.2.0')).statusCode,
      ).toBe(201)
      await startForAll('new', '1.2.0')
      const { remotes, find } = await open('/new')
      const remote = remotes.find(({ name }) => name === 'new')
      expect(remote?.fallback).toMatchObject({ version: '1.1.0' })
      expect(remote?.fallback).not.toHaveProperty('folder')
      expect(find('script-src')).not.toContain(cdn.origin)
    })

    test('is refused if the files there differ, and nothing is stored', async () => {
      const archive = await putElsewhere('new', '1.3.0')
      cdn.answerWith((_request, response) => void response.writeHead(404).end())
      const { detail } = await expectRejected(archive, 'validation-failed', '/-/releases/new/1.3.0')
      expect(detail).toMatch(/^origin-files: .*\/new\/1\.3\.0\/.*: expected the status 200, got 404\.$/)
    })

    test('is refused for a remote that may not use the origin, and nothing is requested', async () => {
      const archive = await putElsewhere('other', '1.0.0')
      const { detail } = await expectRejected(archive, 'validation-failed', '/-/releases/other/1.0.0')
      expect(detail).toMatch(/^origin-files: other may not load files from /)
      expect(cdn.requested).toEqual([])
    })

    test('is not requested while anything else about the archive is wrong', async () => {
      const release = { version: '1.4.0', record: { baseUrl: `${cdn.origin}/new/1.4.0/`, global: 'wrong' } }
      const { detail } = await expectRejected(
        await packRemote('new', release),
        'validation-failed',
        '/-/releases/new/1.4.0',
      )
      expect(detail).toContain('origin-files: The files at')
      expect(cdn.requested).toEqual([])
    })

    test('does not delay other uploads while its origin hangs', async () => {
      const archives = [await putElsewhere('new', '1.5.0'), await putElsewhere('new', '1.6.0')]
      const { promise: requested, resolve } = Promise.withResolvers<void>()
      const hanging = new Set<string>()
      cdn.answerWith(({ url = '' }) => {
        hanging.add(url.split('/')[2] ?? '')
        if (hanging.size === archives.length) resolve()
      })
      const stalled = archives.map((archive, n) => put(archive, `/-/releases/new/1.${5 + n}.0`))
      await requested
      expect(
        (await put(await packRemote('old', { version: '1.1.0' }), '/-/releases/old/1.1.0')).statusCode,
      ).toBe(201)
      cdn.stop()
      for (const response of await Promise.all(stalled))
        expect(response.json().code).toBe('validation-failed')
    })
  },
  {
    environment: async () => {
      cdn = await startFileOrigin()
      const never = '200000' // longer than a test
      return { REMOTE_ORIGINS: `new=${cdn.origin}`, UPLOAD_IDLE_MS: never, UPLOAD_DEADLINE_MS: never }
    },
  },
)
