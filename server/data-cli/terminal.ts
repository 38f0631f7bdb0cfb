import type { SiteEnvironment } from './read-site-configuration.ts'

/** Where the CLI reads its settings and prints. */
export interface Terminal extends SiteEnvironment {
  /** How the program is called, such as `npm run data --`: what people can type. */
  readonly program: string
  /** Relative file names in arguments are resolved against it. */
  readonly callerFolder: string
  readonly signal?: AbortSignal
  /** Prints the result, to stdout. */
  readonly print: (text: string) => void
  /** Prints progress and errors, to stderr. */
  readonly printError: (text: string) => void
}
