import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themes } from '@portico/protocol/theme.ts'
import sharp from 'sharp'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

/** The pages that the README shows, each as a visitor sees it. */
const shots = [
  { name: 'home', address: '/', state: 'signed out' },
  { name: 'catalogue', address: '/api/download', state: 'signed in' },
] as const
const viewport = { width: 1280, height: 800 }
const quality = 82

test('the screenshots of the README', async ({ newSite }) => {
  const { openPageAs } = await newSite({ env: { SITE_CONFIG: 'site.config.json' } })
  for (const { name, address, state } of shots) {
    for (const theme of themes) {
      const page = await openPageAs(state, { viewport, colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(address)
      await createVisitor(page).heading().waitFor()
      await page.waitForLoadState('networkidle')
      const image = sharp(await page.screenshot({ animations: 'disabled' })).webp({ quality, effort: 6 })
      await writeFile(join(root, 'docs', 'screenshots', `${name}-${theme}.webp`), await image.toBuffer())
    }
  }
})
