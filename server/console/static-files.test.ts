import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createConsoleClient } from '../testing/console-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'

describeWithServer(
  'the files of the console',
  (server) => {
    test('are served with their types: hashed ones for ever, and the document at each of its addresses', async () => {
      const { configuration } = server()
      const folder = configuration.console?.folder ?? ''
      const client = createConsoleClient(server())
      const missing = await client.send('GET', '/')
      expect([missing.statusCode, missing.body]).toEqual([503, expect.stringContaining('npm run build')])
      await mkdir(join(folder, 'assets'), { recursive: true })
      await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
      await writeFile(join(folder, 'assets/main.1a2b.js'), 'start()')
      await writeFile(join(folder, 'assets/main.1a2b.js.gz'), gzipSync('start()'))
      for (const path of ['/', '/rollouts/r1', '/remotes/one/releases/1.0.0-0a1b2c3d?tab=2'])
        expect((await client.send('GET', path)).body).toContain('<title>Console')
      const script = await client.send('GET', '/assets/main.1a2b.js', {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(script.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(gunzipSync(script.rawPayload).toString()).toBe('start()')
      expect((await client.send('GET', '/assets/none.js')).json().code).toBe('not-found')
      await rm(folder, { recursive: true })
    })
  },
  {
    environment: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'portico-console-'))
      return { PUBLISH_FROM: folder }
    },
  },
)
