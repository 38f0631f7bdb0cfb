import { expect, test } from 'vitest'
import { getBrowserFamily } from './get-browser-family.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = (os: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15`
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'chromium'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'chromium'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'edge',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'safari'],
  [`${iphone('18_1')} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, 'ios'],
  [`${iphone('18_1')} (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, 'ios'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'samsung',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) ${webkit} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
    'android-webview',
  ],
  [`Mozilla/5.0 (Windows NT 6.1) ${webkit} Chrome/108.0.0.0 Safari/537.36`, 'old'],
  ['Mozilla/5.0 (Windows NT 6.1; rv:102.0) Gecko/20100101 Firefox/102.0', 'old'],
  [`${iphone('15_7')} (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1`, 'old'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1 Safari/605.1.15`, 'old'],
  ['Mozilla/5.0 (Linux; U; Android 4.4) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30', 'old'],
  ['curl/8.5.0', 'other'],
  [`${'x'.repeat(512)} Firefox/145.0`, 'other'], // cut: no browser's header is as long
  [undefined, 'other'],
])('%s is %s', (userAgent, family) => {
  expect(getBrowserFamily(userAgent)).toBe(family)
})
