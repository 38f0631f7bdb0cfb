import { expect, test } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'

describeWithServer('health', (server) => {
  test('a server without a shell reports why it can’t serve', async () => {
    const response = await server().app.inject({ url: '/-/health' })
    expect(response.statusCode).toBe(503)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.json()).toMatchObject({ code: 'not-ready', detail: 'No shell has been published yet.' })
  })

  test('a server without its database reports it', async () => {
    await server().db.destroy()
    const response = await server().app.inject({ url: '/-/health' })
    expect(response.json()).toMatchObject({ status: 503, detail: 'The database does not respond.' })
  })
})
