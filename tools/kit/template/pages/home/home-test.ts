import { testPage } from '@portico/kit/test-page.ts'

testPage('the button counts', '/weather', async (page) => {
  await page.getByRole('button', { name: 'Count' }).click()
  await page.getByRole('status').filter({ hasText: '1' }).waitFor()
})
