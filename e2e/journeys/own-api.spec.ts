import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { startApi } from '../steps/start-api.ts'
import { createVisitor } from '../steps/visitor.ts'

const remote = 'catalogue'

/** What a page gets from an API. */
function useApi(page: Page, { origin, live }: { readonly origin: string; readonly live: string }) {
  return page.evaluate(
    async ([origin, live]) => {
      const blocked = new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'blocked'))
      const image = new Promise<string>((resolve) => {
        Object.assign(new Image(), { src: `${origin}/image`, onload: () => resolve('image') })
      })
      const frame = new Promise<string>((resolve) => {
        addEventListener('message', ({ data }) => resolve(data))
        const element = document.createElement('iframe')
        element.src = `${origin}/frame`
        document.body.append(element)
      })
      const socket = new Promise<string>((resolve) => {
        new WebSocket(`${live}`).onmessage = ({ data }) => resolve(data)
      }).catch(() => 'blocked')
      const data = fetch(`${origin}/data`)
        .then((response) => response.text())
        .catch(() => 'blocked')
      const attempts = [data, image, socket, frame]
      return Promise.all(attempts.map((attempt) => Promise.race([attempt, blocked])))
    },
    [origin, live] as const,
  )
}

test('a remote uses its own API on its pages, whichever page the visitor comes from, and no other page does', async ({
  newSite,
  consoleErrors,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-api-'))
  cpSync(join(root, 'dist'), folder, { recursive: true })
  const api = await startApi()
  const { origin, live } = api
  const file = join(folder, remote, 'release.json')
  const origins = { connect: [origin, live], image: [origin], frame: [origin] }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), origins }))
  const { openPageAs } = await newSite({
    publishFrom: folder,
    env: { REMOTE_ACCESS: `${remote}=${origin} ${remote}=${live}` },
  })
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const click = (address: string) => page.locator(`a[href="${address}"]:visible`).first().click()
  const blocked = ['blocked', 'blocked', 'blocked', 'blocked']
  consoleErrors.expect(
    /policy violation: (?:connect|img|frame)-src |Content Security Policy|Fetch API cannot load/,
  )

  await page.goto('/about')
  await visitor.isAt('/about', 'About Us')
  expect(await useApi(page, api)).toEqual(blocked)
  await click('/api')
  await visitor.isAt('/api', 'Api')
  expect(await useApi(page, api)).toEqual(['data', 'image', 'live', 'frame'])
  await click('/about')
  await visitor.isAt('/about', 'About Us')
  expect(await useApi(page, api)).toEqual(blocked)
  await page.goBack()
  await visitor.isAt('/api', 'Api')
  expect(await useApi(page, api)).toEqual(['data', 'image', 'live', 'frame'])
  await api.stop()
  rmSync(folder, { recursive: true })
})
