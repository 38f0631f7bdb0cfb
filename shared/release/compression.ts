/** How a file of a release may be encoded, best first; the value is the ending of the copy beside it. */
export const encodings = { br: '.br', gzip: '.gz' } as const

/** Ending of a compressed copy. */
export type CompressedExtension = (typeof encodings)[keyof typeof encodings]

/** Names of files that get smaller by it. */
export const compressible = /\.(?:js|css|json|svg|html|txt|xml|webmanifest)$/
