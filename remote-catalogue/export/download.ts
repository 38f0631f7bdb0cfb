import { placeholderBase } from '../request/example-request.ts'

declare const __webpack_public_path__: string

/** URL of a file of this release, such as `openApiFile`. */
export function getReleaseFileUrl(file: string): string {
  return __webpack_public_path__ + file
}

/** The text of an export with the base URL from the build replaced by the API's. */
export function replaceBase(text: string, base: string): string {
  const escapeJson = (url: string) => JSON.stringify(url).slice(1, -1)
  const withoutSlash = placeholderBase.replace(/\/$/, '')
  // An OpenAPI server URL has no trailing slash, a collection's variable has one. Both are kept.
  return text
    .replaceAll(`"${escapeJson(placeholderBase)}"`, () => `"${escapeJson(base)}"`)
    .replaceAll(`"${escapeJson(withoutSlash)}"`, () => `"${escapeJson(base.replace(/\/$/, ''))}"`)
}
