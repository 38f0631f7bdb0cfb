import { join } from 'node:path'
import { patience } from '@portico/shared/testing/patience.ts'
import { expect, test } from 'vitest'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { writeShell } from '../testing/builds.ts'
import { describeWithServer } from '../testing/describe-databases.ts'

describeWithServer('health', (server) => {
  const get = async (url: string) => {
    const response = await server().app.inject({ url })
    expect(response.headers['cache-control']).toBe('no-store')
    return response
  }

  test('a server without a shell lives, but reports why it can’t serve', async () => {
    for (const url of ['/-/health', '/-/health/ready']) {
      const response = await get(url)
      expect(response.statusCode).toBe(503)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toMatchObject({ code: 'not-ready', detail: 'No shell has been published yet.' })
    }
    expect((await get('/-/health/live')).json()).toEqual({ status: 'ok' })
  })

  test('a server that serves pages is ready', async () => {
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist)
    await publishAtStartup(dist, server())
    const getStatus = async () => (await get('/-/health/ready')).statusCode
    await expect.poll(getStatus, patience).toBe(200) // the machine may be busy
    expect((await get('/-/health')).json()).toEqual({ status: 'ok' })
  })

  test('a server without its database reports it, but stays in the load balancer', async () => {
    await server().db.destroy()
    const reason = 'The database does not respond.'
    expect((await get('/-/health')).json()).toMatchObject({ status: 503, detail: reason })
    const ready = await get('/-/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded', reason }])
    expect((await get('/-/health/live')).statusCode).toBe(200)
  })
})
