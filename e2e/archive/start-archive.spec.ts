import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { startArchive } from './start-archive.ts'
import { unpackArchive } from './unpack-archive.ts'

test('an archive whose port is taken has not started, although another server answers there', async () => {
  const { folder } = await unpackArchive()
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-data-'))
  const port = await getFreePort()
  const other = createServer((_, response) => response.end()).listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(startArchive(folder, { port, dataDir })).rejects.toThrow(`Port ${port} is in use.`)
  other.close()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true })
})
