// The bundle of each app resolves these names to that app's own files: see `alias` in prerender-remote.ts and
// prerender-shell.ts.
declare module 'app/remote' {
  export const remote: import('@portico/shared/contract/contract.ts').RemoteModule
}

declare module 'app/metadata' {
  export const metadata: Readonly<
    Record<
      string,
      (
        context: Parameters<import('@portico/shared/release/page-metadata.ts').GetMetadata>[0] & {
          readonly content: unknown
        },
      ) => readonly import('@portico/shared/release/page-metadata.ts').PageMetadata[]
    >
  >
}

declare module 'app/layout' {
  export const layoutPaths: readonly string[]
  export const PrerenderedLayout: import('react').ComponentType<{
    readonly site: import('@portico/shared/site/site.ts').Site
    readonly path: string
    readonly visitor: import('@portico/shared/session/visitor-state.ts').VisitorState
    readonly year: string
  }>
  export const PrerenderedLoading: import('react').ComponentType
  export const PrerenderedNoScript: import('react').ComponentType<{
    readonly site: import('@portico/shared/site/site.ts').Site
    readonly year: string
  }>
}
