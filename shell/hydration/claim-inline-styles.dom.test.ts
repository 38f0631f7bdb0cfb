import { expect, test } from 'vitest'
import { claimInlineStyles } from './claim-inline-styles.ts'

test('an inline style sheet has the URL by which the chunk loader finds it', () => {
  document.head.innerHTML =
    '<style data-file="/r/one/1.0.0-0a1b2c3d/page.css"></style><style id="other"></style>'
  claimInlineStyles(document)
  const urls = [...document.querySelectorAll('style')].map((element) => element.getAttribute('data-href'))
  expect(urls).toEqual([`${location.origin}/r/one/1.0.0-0a1b2c3d/page.css`, null])
})
