import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test as base } from '../site/fixtures.ts'
import { startDevServer } from '../site/start-dev-server.ts'

/** A change of a text in a source file. */
interface Edit {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly at: string
}

const edits: readonly Edit[] = [
  { what: 'the shell', file: 'shell/layout/footer/footer.tsx', from: 'About me', to: 'About us', at: '/' },
  {
    what: 'the portfolio',
    file: 'remote-portfolio/pages/home/latest-work.tsx',
    from: 'Latest work',
    to: 'Newest work',
    at: '/',
  },
  {
    what: 'the catalogue',
    file: 'remote-catalogue/listing/table-head.tsx',
    from: 'Example request',
    to: 'Request to copy',
    at: '/api/download',
  },
  {
    what: 'the account',
    file: 'remote-account/pages/logout/logout-page.tsx',
    from: 'Log out',
    to: 'Leave',
    at: '/logout',
  },
]

interface Editor {
  readonly page: Page
  edit(file: string, from: string, to: string): Promise<void>
  /** Waits until everything the page preloads has arrived: a file that arrives during an edit reloads the page. */
  isListening(): Promise<void>
}

/** A copy of the project on a dev server, a signed-in page on it, and a way to edit its files. */
const test = base.extend<{ editor: Editor }>({
  editor: async ({ browser, playwright, consoleErrors }, use) => {
    const project = copyProject()
    const { origin, stop } = await startDevServer(project.root)
    const storageState = await createAccount(playwright, origin, { person: createPerson(), isVerified: true })
    const context = await browser.newContext({ baseURL: origin, storageState })
    await consoleErrors.watch(context)
    const edit = (file: string, from: string, to: string) => replaceText(project.root, file, { from, to })
    const page = await context.newPage()
    await use({ page, edit, isListening: () => expectListening(page) })
    await context.close()
    await stop()
    project.remove()
  },
})

test('in development an edit of the shell or a remote appears without a reload', async ({
  editor: { page, edit, isListening },
}) => {
  test.slow() // builds the project first
  for (const { what, file, from, to, at } of edits) {
    await test.step(what, async () => {
      await page.goto(at)
      await expect(page.getByText(from).first()).toBeVisible()
      await isListening()
      const mark = await markPage(page)
      await edit(file, from, to)
      await expect(page.getByText(to).first()).toBeVisible()
      expect(await mark.isThere()).toBe(true)
    })
  }

  await test.step('a style', async () => {
    await page.goto('/')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await isListening()
    const mark = await markPage(page)
    await edit(
      'remote-portfolio/pages/home/home-page.module.css',
      '.name {',
      '.name {\n  color: rgb(1, 2, 3);',
    )
    await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)')
    expect(await mark.isThere()).toBe(true)
  })

  await test.step("the owner's content", async () => {
    await page.goto('/')
    await expect(page.getByText('Sample bot').first()).toBeVisible()
    await edit('content/projects/sample-bot.md', 'Sample bot', 'Another bot')
    await expect(page.getByText('Another bot').first()).toBeVisible()
  })

  await test.step("the owner's configuration", async () => {
    await edit('e2e/site/owner.json', 'Ada Example', 'Eve Example')
    await expect(async () => {
      await page.goto('/')
      await expect(page).toHaveTitle(/Eve Example$/, { timeout: 1_000 })
    }).toPass()
  })
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

/** The header links to the portfolio on every page, so its entry is always preloaded. */
async function expectListening(page: Page) {
  const preloadedEntry = /\/r\/portfolio\/.*\/remote\.js$/
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(async () => (await fetched()).some((address) => preloadedEntry.test(address))).toBe(true)
  await page.waitForLoadState('networkidle')
}
