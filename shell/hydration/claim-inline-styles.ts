import { inlineFileAttribute } from '@portico/protocol/release/prerender.ts'

/**
 * Tells the code of remotes which style sheets are already inline, so that it doesn't request them: the bundler's chunk
 * loader looks for their URLs in `data-href`.
 */
export function claimInlineStyles(document: Document): void {
  for (const element of document.querySelectorAll(`style[${inlineFileAttribute}]`)) {
    const path = element.getAttribute(inlineFileAttribute) ?? ''
    element.setAttribute('data-href', new URL(path, document.baseURI).href)
  }
}
