import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { runReleaseCli } from '@portico/tools/release-cli/run-release-cli.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { listRemotes } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { test, uploadIdleMs } from '../site/team-site.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'

const [remote = ''] = listRemotes()

test('a stalled upload ends the release command with a message that says what to do', {
  tag: '@soak',
}, async ({ site }) => {
  const proxy = await startHangingProxy(site.origin)
  proxy.stall(new RegExp(`^${paths.publish}/`))
  const errors: string[] = []
  const folder = join(root, 'dist', remote)
  const args = ['publish', remote, '--folder', folder, '--no-browser', '--reason', 'a test']
  const exitCode = await runReleaseCli(args, {
    environment: {
      RELEASE_URL: proxy.origin,
      RELEASE_TOKEN: readAdminToken(site),
    },
    print: () => {},
    printError: (text) => errors.push(text),
  })
  proxy.stop()
  expect(exitCode).toBe(1)
  expect(errors.at(-1)).toBe(
    `The upload stalled or took too long. Expected more of the archive within ${uploadIdleMs} ms; nothing came after 1000 bytes. Nothing was stored. Check the connection to the site, then upload it again.`,
  )
})
