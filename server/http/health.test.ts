import { expect, test } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'

describeWithServer('health', (server) => {
  test('a server without a shell says why it cannot serve', async () => {
    const answer = await server().app.inject({ url: '/-/health' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toMatchObject({ code: 'not-ready', detail: 'No shell has been published yet.' })
  })

  test('a server whose database is gone says so', async () => {
    await server().db.destroy()
    const answer = await server().app.inject({ url: '/-/health' })
    expect(answer.json()).toMatchObject({ status: 503, detail: 'The database does not respond.' })
  })
})
