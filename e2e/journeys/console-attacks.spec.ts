import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { test } from '../site/fixtures.ts'
import { getConsoleOrigin } from '../site/start-site.ts'

/** A page of an attacker on another port of the console's host: for cookies and SameSite, the same site. No policy protects from it. */
async function startHostileSite() {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Hostile</title>'),
  ).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return { origin: `http://localhost:${port}`, stop: () => server.close() }
}

/** What a hostile script gets by requests with the cookie of the console. */
function fetchAll({ target, tokens }: { target: string; tokens: string }): Promise<string[]> {
  const forged = JSON.stringify({ name: 'forged', scopes: ['admin'] })
  const credentials = 'include'
  const attempts: [string, RequestInit][] = [
    ['/session', {}],
    [tokens, {}],
    [tokens, { mode: 'no-cors' }],
    ['/changes', { mode: 'no-cors' }],
    [tokens, { method: 'POST', body: forged, headers: { 'content-type': 'application/json' } }],
    [tokens, { method: 'POST', body: forged, headers: { 'content-type': 'text/plain' }, mode: 'no-cors' }],
    ['/session', { method: 'DELETE' }],
  ]
  return Promise.all(
    attempts.map(([path, options]) =>
      fetch(target + path, { ...options, credentials }).then(
        (response) => response.text(),
        () => 'refused',
      ),
    ),
  )
}

/** Frames the console, opens it, and submits a form to it, whose text is JSON. */
async function openAll({ target, tokens }: { target: string; tokens: string }): Promise<void> {
  const frame = document.createElement('iframe')
  frame.src = target
  const framed = new Promise((resolve) => frame.addEventListener('load', resolve)) // also of what the browser shows instead
  document.body.append(frame)
  await framed
  Reflect.set(globalThis, 'opened', open(target))
  const form = document.createElement('form')
  Object.assign(form, { action: target + tokens, method: 'POST', enctype: 'text/plain', target: '_blank' })
  const field = document.createElement('input')
  Object.assign(field, { name: '{"name":"forged","scopes":["admin"],"x":"', value: '"}' })
  form.append(field)
  document.body.append(form)
  form.submit()
}

const isSevered = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'opened')?.closed !== false)

test('hostile pages get nothing from a console that is open in the same browser, and change nothing in it', async ({
  browser,
  site,
}) => {
  const target = getConsoleOrigin(site.origin)
  const hostile = await startHostileSite()
  const context: BrowserContext = await browser.newContext() // what it logs are the attacks
  const { request } = context
  const signedIn = await request.post(`${target}/session`, {
    headers: { origin: target },
    data: { token: readAdminToken(site) },
  })
  expect(signedIn.status()).toBe(200)

  for (const origin of [site.origin, hostile.origin]) {
    await test.step(`from ${origin === hostile.origin ? 'another port of its host' : 'the site'}`, async () => {
      const page = await context.newPage()
      await page.goto(`${origin}/about`)
      const attack = { target, tokens: paths.tokens }
      expect(new Set(await page.evaluate(fetchAll, attack))).toEqual(new Set(['refused']))
      const popup = context.waitForEvent('page')
      await page.evaluate(openAll, attack)
      await popup
      await expect.poll(() => isSevered(page)).toBe(true)
      expect(page.frames().filter((frame) => frame.url().startsWith(target))).toEqual([])
      for (const opened of context.pages()) await opened.close()
    })
  }

  const { csrfToken } = await (await request.get(`${target}/session`)).json()
  const { tokens } = await (await request.get(target + paths.tokens)).json()
  expect(tokens).toMatchObject([{ name: 'admin' }])
  const signedOut = await request.delete(`${target}/session`, {
    headers: { origin: target, 'x-csrf-token': csrfToken },
  })
  expect(signedOut.status()).toBe(204)
  await context.close()
  hostile.stop()
})
