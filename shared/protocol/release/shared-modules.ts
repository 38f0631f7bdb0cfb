/** Modules that the shell shares with remotes, by the names in their imports. The page has only one copy of each. */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  '@portico/kit/contract/contract.ts',
  '@portico/kit/contract/router.ts',
  // As releases import them that were built with an older kit: with version 3 of the contract, these go.
  '@portico/shared/contract/contract.ts',
  '@portico/shared/contract/router.ts',
] as const
