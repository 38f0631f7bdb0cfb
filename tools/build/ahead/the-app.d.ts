declare module 'the-remote' {
  export const remote: import('@portico/shared/contract/contract.ts').RemoteModule
}

declare module 'the-heads' {
  export const heads: import('@portico/shared/release/page-head.ts').Heads
}

declare module 'the-frame' {
  export const framePaths: readonly string[]
  export const AheadFrame: import('react').ComponentType<{
    readonly site: import('@portico/shared/site/site.ts').Site
    readonly path: string
    readonly year: number
  }>
}
