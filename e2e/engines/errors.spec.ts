import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a console error, an uncaught error and a policy violation are noticed', async ({ visitor }) => {
  const { tab } = visitor
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await tab.evaluate(`(() => {
    console.error('logged')
    setTimeout(() => { throw new Error('thrown') })
    document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.com/a.png' }))
    return ''
  })()`)
  const errors: string[] = []
  for (const part of ['logged', 'thrown', 'policy violation: img-src']) {
    await expect
      .poll(async () => {
        errors.push(...(await tab.takeErrors()))
        return errors.join('\n')
      })
      .toContain(part)
  }
})
