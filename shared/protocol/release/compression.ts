/** Content encodings of release files, best first, with the extension of the compressed copy. */
export const encodings = { br: '.br', gzip: '.gz' } as const

export type CompressedExtension = (typeof encodings)[keyof typeof encodings]

/** Matches files that are worth compressing. */
export const compressible = /\.(?:js|css|json|svg|wasm|html|txt|xml|webmanifest)$/
