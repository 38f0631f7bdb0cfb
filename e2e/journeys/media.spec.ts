import { expect } from '@playwright/test'
import { buildRemote } from '../releases/build-remote.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const remote = 'weather'

const route = `import long from './long.mp4'
import short from './short.mp4'
import terms from './terms.pdf'

export const Component = () => (
  <>
    <h1>Weather</h1>
    <video src={short} preload="auto" />
    <video src={long} preload="auto" />
    <a href={terms}>Terms</a>
  </>
)
`

test('a page plays media of any size from its release, and offers a PDF to download', {
  tag: '@soak',
}, async ({ newSite }) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const folder = await buildRemote({
    manifest: {
      name: remote,
      team: 'Weather team',
      contractVersion: 2,
      pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home', prerender: true }],
    },
    files: {
      'pages/home/route.tsx': route,
      'pages/home/short.mp4': Buffer.alloc(3_000, 1),
      'pages/home/long.mp4': Buffer.alloc(300_000, 2),
      'pages/home/terms.pdf': '%PDF-1.7',
    },
  })
  expect(
    await team.release('publish', remote, '--folder', folder, '--no-browser', '--reason', 'a test'),
  ).toMatchObject({ exitCode: 0 })
  await team.release('start', remote, '1.0.0', '--plan', 'now')

  const page = await openPageAs('signed out')
  const parts: string[] = []
  page.on('response', (response) => {
    const [name] = /(?:short|long)\b/.exec(response.url()) ?? []
    if (name !== undefined) parts.push(`${name} ${response.status()}`)
  })
  await page.goto('/weather') // what a policy blocks is a console error, which fails the test
  await expect.poll(() => new Set(parts)).toEqual(new Set(['short 206', 'long 206']))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Terms' }).click()
  expect((await download).suggestedFilename()).toMatch(/^terms.*\.pdf$/)
})
