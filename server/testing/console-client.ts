import { ConsoleSessionSchema } from '@portico/protocol/tokens/console-session.ts'
import * as v from 'valibot'
import { readAdminToken } from './api-client.ts'
import type { TestServer } from './test-server.ts'

/** The console of a server in tests. Throws if it is turned off. */
export function getConsole({ console, configuration }: TestServer) {
  if (console === null || configuration.console === null) throw new Error('The console is off.')
  const { url } = configuration.console
  return { ...console, url, host: new URL(url).host }
}

/** A page of the console in a browser: keeps its cookie, and sends what a browser and the page send. */
export function createConsoleClient(testServer: TestServer) {
  const { server, url, host } = getConsole(testServer)
  let cookie = ''
  let csrfToken = ''
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `headers`: how the request differs; undefined removes one. */
  const send = async (
    method: Method,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string | undefined> } = {},
  ) => {
    const all = {
      host,
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(method !== 'GET' && { origin: url, 'x-csrf-token': csrfToken }),
      ...headers,
    }
    const response = await server.inject({
      method,
      url: path,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value)),
      ...(body && { payload: body }),
    })
    for (const { name, value } of response.cookies) cookie = value === '' ? '' : `${name}=${value}`
    return response
  }
  return {
    send,
    cookie: () => cookie,
    csrfToken: () => csrfToken,
    setCookie: (value: string) => {
      cookie = value
    },
    adminToken: readAdminToken(testServer),
    async signIn(body: object) {
      const response = await send('POST', '/session', { body })
      if (response.statusCode === 200) csrfToken = v.parse(ConsoleSessionSchema, response.json()).csrfToken
      return response
    },
  }
}
