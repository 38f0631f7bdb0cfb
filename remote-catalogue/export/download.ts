import { placeholderBase } from '../request/example-request.ts'

declare const __webpack_public_path__: string

/** Address of a file of this release, for example of `openApiFile`. */
export function getReleaseFileUrl(file: string): string {
  return __webpack_public_path__ + file
}

/** The text of an export with the provider's address in it, in the place of the one that the build has put there. */
export function replaceBase(text: string, base: string): string {
  const inJson = (address: string) => JSON.stringify(address).slice(1, -1)
  const bare = placeholderBase.replace(/\/$/, '')
  // An OpenAPI server has no slash at its end, the variable of a collection has: each keeps its own.
  return text
    .replaceAll(`"${inJson(placeholderBase)}"`, () => `"${inJson(base)}"`)
    .replaceAll(`"${inJson(bare)}"`, () => `"${inJson(base.replace(/\/$/, ''))}"`)
}
