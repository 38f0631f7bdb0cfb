import { testPage } from '@portico/kit/test-page.ts'

testPage('the calendar opens, and a day has the usual temperatures', '/weather', async (page) => {
  await page.getByRole('button', { name: 'Plan a trip' }).click()
  await page.getByRole('gridcell', { name: '15' }).getByRole('button').click()
  await page.getByText(/^Usually -?\d+ °C in Auckland/).waitFor()
})

testPage('the worker computes the trend', '/weather/lisbon', async (page) => {
  await page.getByText('Trend: 0.13 °C per hour').waitFor()
})
