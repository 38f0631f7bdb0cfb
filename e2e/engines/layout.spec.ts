import { expect } from '@playwright/test'
import { createAccount, createPerson } from '../site/accounts.ts'
import { getTitle, toAddress, visibleAccess } from '../site/released-pages.ts'
import { test } from './fixtures.ts'

const widths = [390, 1440]
const height = 900

test('every page of a signed-in visitor fits a phone and a desktop, without an error', async ({
  visitor,
  playwright,
  site,
}) => {
  test.slow() // thirty pages, twice
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await visitor.opens('/auth/login')
  await visitor.logsIn(ada)
  await visitor.isAt('/', 'HomePage')
  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  const tooWide: string[] = []
  for (const width of widths) {
    await visitor.tab.resize({ width, height })
    for (const page of pages.filter(({ access }) => visibleAccess['signed in'].includes(access))) {
      const address = toAddress(page.path)
      await visitor.opens(address)
      await visitor.isAt(address, getTitle(page))
      const excess = await visitor.tab.evaluate('String(document.documentElement.scrollWidth - innerWidth)')
      if (Number(excess) > 0) tooWide.push(`${address} by ${excess} px at ${width} px`)
      expect(await visitor.tab.takeErrors(), address).toEqual([])
    }
  }
  expect(tooWide).toEqual([])
})
