/** Modules that remotes take from the shell, which has the only copy on the page, by the names in their imports. */
export const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  '@portico/shared/contract/contract.ts',
  '@portico/shared/contract/router.ts',
] as const
