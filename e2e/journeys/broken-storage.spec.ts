import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { blockStorage, fillStorage } from '../steps/storage.ts'
import { createVisitor } from '../steps/visitor.ts'

for (const [how, prepare] of Object.entries({ 'is full': fillStorage, 'is blocked': blockStorage })) {
  test(`when storage ${how}, a login lasts, also after a reload`, {
    tag: how === 'is full' ? ['@soak'] : [],
  }, async ({ playwright, site, page }) => {
    const ada = createPerson()
    await createAccount(playwright, site.origin, { person: ada, isVerified: true })
    const visitor = createVisitor(page)
    await prepare(page.context())

    await visitor.opens('/about')
    await visitor.isAt('/auth/login?next=%2Fabout', 'Login')
    await visitor.logsIn(ada.username, ada.password)
    await visitor.isAt('/about', 'About Us')
    await page.reload()
    await visitor.isAt('/about', 'About Us')
  })
}
