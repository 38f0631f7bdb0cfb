import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema, pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import * as v from 'valibot'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test as base } from '../site/fixtures.ts'
import { type DevServer, startDevServer } from '../site/start-dev-server.ts'
import { expectFreePort } from '../steps/free-port.ts'

/** A change of a text in a source file. */
interface Edit {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const homeEdits: readonly Edit[] = [
  { what: 'the shell', file: 'shell/layout/footer/footer.tsx', from: 'About me', to: 'About us' },
  {
    what: 'the portfolio',
    file: 'remote-portfolio/pages/home/more-projects.tsx',
    from: 'More projects',
    to: 'Other projects',
  },
]
const catalogueEdit: Edit = {
  what: 'the catalogue',
  file: 'remote-catalogue/pages/listing/table-head.tsx',
  from: 'Example request',
  to: 'Request to copy',
}
const accountEdit: Edit = {
  what: 'the account',
  file: 'remote-account/pages/logout/route.tsx',
  from: 'Log out',
  to: 'Leave',
}

interface Editor {
  readonly page: Page
  edit(file: string, from: string, to: string): Promise<void>
  /** Waits until everything the page preloads has arrived: a file that arrives during an edit reloads the page. */
  isListening(): Promise<void>
}

interface DevSite extends DevServer {
  /** Folder of the project. */
  readonly root: string
}

/** A copy of the project on a dev server, a signed-in page on it, and a way to edit its files. */
const test = base.extend<{ editor: Editor }, { devSite: DevSite }>({
  devSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const project = copyProject()
      const server = await startDevServer(project.root)
      await use({ root: project.root, ...server })
      await server.stop()
      project.remove()
    },
    { scope: 'worker', timeout: 240_000 }, // builds the project first
  ],

  editor: async ({ browser, playwright, consoleErrors, devSite }, use, test) => {
    const { root, origin } = devSite
    const storageState = await createAccount(playwright, origin, { person: createPerson(), isVerified: true })
    const context = await browser.newContext({ baseURL: origin, storageState })
    await consoleErrors.watch(context)
    const edit = (file: string, from: string, to: string) => replaceText(root, file, { from, to })
    const page = await context.newPage()
    await use({ page, edit, isListening: () => expectListening(page) })
    await consoleErrors.settle()
    await context.close()
    if (test.status !== test.expectedStatus) console.log(`npm run dev printed:\n${devSite.getOutput()}`)
  },
})

test.describe.configure({ mode: 'default' }) // in series: they share one dev server

test('in development an edit of the shell or a remote appears without a reload', { tag: '@soak' }, async ({
  editor: { page, edit, isListening },
}) => {
  const appears = ({ what, file, from, to }: Edit) =>
    test.step(what, async () => {
      await expect(page.getByText(from).first()).toBeVisible()
      const mark = await markPage(page)
      await edit(file, from, to)
      await expect(page.getByText(to).first()).toBeVisible()
      expect(await mark.isThere()).toBe(true)
    })

  await page.goto('/')
  await isListening()
  for (const homeEdit of homeEdits) await appears(homeEdit)

  await test.step('a style', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const mark = await markPage(page)
    await edit('remote-portfolio/pages/home/route.module.css', '.name {', '.name {\n  color: rgb(1, 2, 3);')
    await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)')
    expect(await mark.isThere()).toBe(true)
  })

  await test.step("the owner's content", async () => {
    await expect(page.getByText('Portico shell').first()).toBeVisible()
    await edit('content/projects/portico-shell.md', 'Portico shell', 'Another shell')
    await expect(page.getByText('Another shell').first()).toBeVisible()
  })

  for (const [at, otherEdit] of [
    ['/api/download', catalogueEdit],
    ['/logout', accountEdit],
  ] as const) {
    await page.goto(at)
    await isListening()
    await appears(otherEdit)
  }

  await test.step("the owner's configuration", async () => {
    await edit('e2e/site/owner.json', 'Ada Example', 'Eve Example')
    // Only the server reads it, and starts again.
    await expect(async () => {
      expect(await (await page.request.get('/')).text()).toContain('Eve Example')
    }).toPass()
    await page.goto('/')
    await expect(page).toHaveTitle(/Eve Example$/)
  })
})

test('in development a broken page shows its error, and recovers when it is fixed', { tag: '@soak' }, async ({
  editor: { page, edit, isListening },
  consoleErrors,
}) => {
  consoleErrors.expect(/broken on purpose/, /Syntax Error/, /valid digest/)
  const file = 'remote-portfolio/pages/about/route.tsx'
  const works = 'const { site } = useHost()'
  const throws = "const { site } = useHost()\n  if (site) throw new Error('broken on purpose')"
  const isInvalid = 'const { site } = = useHost()'
  const main = page.getByRole('main')
  const isFixed = () => expect(main.getByRole('heading', { name: 'My story' })).toBeVisible()
  const showsError = () => expect(main).toContainText(/Error: broken on purpose\s+at AboutPage/)
  await page.goto('/about')
  await isFixed()
  await isListening()

  await test.step('that throws after an edit', async () => {
    const mark = await markPage(page)
    await edit(file, works, throws)
    await showsError()
    await edit(file, throws, works)
    await isFixed()
    expect(await mark.isThere()).toBe(true)
  })

  await test.step('that throws when it is opened', async () => {
    await edit(file, works, throws)
    await showsError()
    await page.reload()
    await showsError()
    await isListening()
    const mark = await markPage(page)
    await edit(file, throws, works)
    await isFixed()
    expect(await mark.isThere()).toBe(true)
  })

  await test.step('that was requested during a build', async () => {
    const discovery = await page.request.get(paths.discovery)
    const { remotes } = v.parse(DiscoveryDocumentSchema, await discovery.json())
    const current = remotes.portfolio?.stable.entry.integrity ?? ''
    const previous = computeIntegrity('the previous build')
    // Before the shell reads it. A response of the test's own would be barred from the local network, and so from updates.
    await page.addInitScript(
      ({ id, from, to }) => {
        const change = () => {
          const data = document.getElementById(id)
          if (!data?.textContent.includes(from) || sessionStorage.getItem('isOutdated')) return
          sessionStorage.setItem('isOutdated', 'true')
          data.textContent = data.textContent.replaceAll(from, to)
        }
        document.addEventListener('readystatechange', change)
      },
      { id: pageDataId, from: current, to: previous },
    )
    await page.reload()
    await isFixed()
    expect(await page.evaluate(() => sessionStorage.getItem('isOutdated'))).toBe('true')
  })

  await test.step('that does not compile', async () => {
    await edit(file, works, isInvalid)
    await expect(page.getByText('Syntax Error').first()).toBeInViewport()
    await page.reload()
    await expect(main).toContainText("This page couldn't load.")
    await edit(file, isInvalid, works)
    await isFixed()
  })
})

// The last one: it ends the server of the others.
test('in development another site that points its name at this machine gets nothing', async ({
  playwright,
  devSite: { origin },
}) => {
  const request = await playwright.request.newContext()
  for (const path of ['/', '/r/shell/index.js', '/-/discovery.json']) {
    const headers = { host: `rebound.example:${new URL(origin).port}` }
    expect((await request.get(origin + path, { headers })).status(), path).toBe(403)
  }
  await request.dispose()
})

test('Ctrl+C during npm run dev ends every process and frees the port', async ({ devSite }) => {
  await devSite.interrupt()
  await expectFreePort(Number(new URL(devSite.origin).port))
})

/** Sets a value that a reload would lose. */
async function markPage(page: Page) {
  await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
  return { isThere: () => page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true) }
}

/** Replaces the file atomically, as editors do, so that the build never reads half of it. */
async function replaceText(root: string, file: string, { from, to }: { from: string; to: string }) {
  const path = join(root, file)
  const source = await readFile(path, 'utf8')
  expect(source).toContain(from)
  const edited = join(root, 'edited')
  await writeFile(edited, source.replaceAll(from, to))
  await rename(edited, path)
}

/** The page listens for updates once it has loaded everything. */
async function expectListening(page: Page) {
  await page.waitForLoadState('networkidle')
}
