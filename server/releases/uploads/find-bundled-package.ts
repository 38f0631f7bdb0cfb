/**
 * Code, after minification, of packages that a page must have only once. It creates the package's contexts or internal
 * state: with a second copy, hooks find no provider and throw, or silently return nothing.
 */
const signatures: Readonly<Record<string, RegExp>> = {
  react: /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=(?!=)/,
  'react-dom': /\.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=(?!=)/,
  'react-router': /\boutlet:\s*null,\s*matches:\s*\[\],\s*isDataRoute:/,
  '@portico/kit/contract': /useHost found no host/,
}

/** The name of a package in a script that only the shell may bundle; null: there is none. */
export function findBundledPackage(script: string): string | null {
  return Object.keys(signatures).find((name) => signatures[name]?.test(script)) ?? null
}
