declare module 'the-remote' {
  export const remote: import('@portico/shared/contract/contract.ts').RemoteModule
}

declare module 'the-metadata' {
  export const metadata: import('@portico/shared/release/page-metadata.ts').PageMetadataByScreen
}

declare module 'the-frame' {
  export const layoutPaths: readonly string[]
  export const PrerenderedLayout: import('react').ComponentType<{
    readonly site: import('@portico/shared/site/site.ts').Site
    readonly path: string
    readonly year: number
  }>
}
