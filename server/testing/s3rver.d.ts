// The package has no types: declares as much of it as the tests use.
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    readonly middleware: ((
      context: {
        readonly method: string
        readonly path: string
        readonly query: Readonly<Record<string, unknown>>
        /** s3rver reads the body from it, and nothing else. */
        req: NodeJS.ReadableStream
        status: number
        body: NodeJS.ReadableStream | Buffer | string
        remove(header: string): void
      },
      next: () => Promise<void>,
    ) => Promise<void>)[]
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
