// The bundle of each app resolves these names to that app's own files: see `alias` in prerender-remote.ts and
// prerender-plugin.ts.
declare module 'app/remote' {
  export const remote: import('@portico/kit/contract/contract.ts').RemoteModule
}

declare module 'app/metadata' {
  export const metadata: Readonly<
    Record<
      string,
      (
        context: Parameters<import('@portico/kit/contract/page-metadata.ts').GetMetadata>[0] & {
          readonly content: unknown
        },
      ) => readonly import('@portico/kit/contract/page-metadata.ts').PageMetadata[]
    >
  >
}

declare module 'app/layout' {
  export const layoutPaths: readonly string[]
  export const PrerenderedLayout: import('react').ComponentType<{
    readonly site: import('@portico/kit/site/site.ts').Site
    readonly path: string
    readonly visitor: import('@portico/kit/session/visitor-state.ts').VisitorState
    readonly year: string
  }>
  export const PrerenderedLoading: import('react').ComponentType
  export const PrerenderedNoScript: import('react').ComponentType<{
    readonly site: import('@portico/kit/site/site.ts').Site
    readonly year: string
  }>
}
