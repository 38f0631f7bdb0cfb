import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { test } from '../site/fixtures.ts'
import { getFolder, getRelease, listRemotes, toAddress, visibleAccess } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

test('the styles of a remote do not affect the pages of others', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  for (const remote of listRemotes())
    await test.step(`on a page of ${remote}`, async () => {
      const shown = getRelease(site.releases, remote).pages.find(
        ({ access, css }) => visibleAccess['signed in'].includes(access) && css.length > 0,
      )
      if (shown === undefined)
        throw new Error(`${remote} has no page with styles for a visitor who is signed in.`)
      await page.goto(toAddress(shown.path))
      await createVisitor(page).isAt(toAddress(shown.path), shown.title)
      const sheets = listRemotes().map((name) => listStyleSheets(site.releases, name))
      await load(page, sheets.flat())
      const found = await Promise.all(sheets.map((files) => inspect(page, files)))
      const own = listRemotes().indexOf(remote)
      expect(found[own]?.reached, 'its own styles match something').not.toEqual([])
      expect(found.flatMap(({ reached }, index) => (index === own ? [] : reached))).toEqual([])
      expect(new Set(found.flatMap(({ layers }) => layers)), 'every rule is in its layer').toEqual(
        new Set(['remote', 'kit']),
      )
      const classes = found.flatMap((sheet) => [...new Set(sheet.classes)])
      expect(classes.length, 'no two remotes share a class').toBe(new Set(classes).size)
    })
})

test('the remotes share class names in their sources, so isolation is really tested', () => {
  const [first = new Set<string>(), ...others] = listRemotes().map(readClassNames)
  expect([...first].filter((name) => others.every((names) => names.has(name)))).not.toEqual([])
})

test("field errors are red, whatever the page's own text colour", async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  for (const [address, button, said] of [
    ['/profile/update', 'Change password', 'Enter your current password.'],
    ['/contact', 'Send by email', 'Write a message first.'],
  ] as const) {
    await createVisitor(page).opens(address)
    const submit = page.getByRole('main').getByRole('button', { name: button })
    await waitForHydrationOf(submit) // before, the browser itself asks for what is missing
    await submit.click()
    const wrong = page.getByRole('main').locator('[aria-invalid="true"]').first()
    const red = await wrong.evaluate((input) => getComputedStyle(input).borderTopColor)
    await expect(page.getByRole('main').getByText(said)).toHaveCSS('color', red)
  }
})

/** Returns the class names in the sources of a remote; a build renames them. */
function readClassNames(remote: string): Set<string> {
  const folder = join(root, `remote-${remote}`)
  const files = globSync('**/*.module.css', { cwd: folder, exclude: (name) => name === 'node_modules' })
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  return new Set(
    sources.flatMap((css) => [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)),
  )
}

/** Lists the URLs of a remote's style sheets. */
function listStyleSheets(releases: DiscoveryDocument, remote: string): string[] {
  const files = getRelease(releases, remote).pages.flatMap((page) => page.css.map(({ file }) => file))
  return [...new Set(files)].map((file) => getFolder(releases, remote) + file)
}

async function load(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async (hrefs) => {
    const loads = hrefs.map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
      document.head.append(link)
      return new Promise((resolve, reject) => {
        link.onload = resolve
        link.onerror = reject
      })
    })
    await Promise.all(loads)
  }, addresses)
}

/** Returns the layers and classes of style sheets, and the selectors that match something on the page. */
function inspect(page: Page, addresses: readonly string[]) {
  return page.evaluate((hrefs) => {
    const sheets = [...document.styleSheets].filter(
      ({ href }) => href && hrefs.includes(new URL(href).pathname),
    )
    const blocks = sheets.flatMap((sheet) => [...sheet.cssRules])
    const selectors: string[] = []
    // Assume that every pseudo-class matches: it may do so in another state.
    const inAnyState = (selector: string) =>
      selector.replace(/:not\([^()]*\)/g, ':is(*)').replace(/::?(?!is\b)[\w-]+(?![\w-]*\()/g, ':is(*)')
    const walk = (rule: CSSRule) => {
      if (rule instanceof CSSStyleRule) selectors.push(inAnyState(rule.selectorText))
      if (rule instanceof CSSGroupingRule) for (const inner of rule.cssRules) walk(inner)
    }
    for (const rule of blocks) walk(rule)
    return {
      layers: blocks.map((rule) => (rule instanceof CSSLayerBlockRule ? rule.name : rule.cssText)),
      classes: selectors.flatMap((selector) =>
        [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
      ),
      reached: selectors.filter((selector) => document.querySelector(selector) !== null),
    }
  }, addresses)
}
