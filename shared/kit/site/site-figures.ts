import * as v from 'valibot'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const instant = v.number()

/** Schema of `GET /-/figures.json`: what anyone may know about the releases of this site. Instants are in milliseconds. */
export const SiteFiguresSchema = v.object({
  /** Releases of the shell and of all remotes that everyone has got. */
  releases: count,
  lastRelease: v.nullable(v.object({ app: v.string(), version: v.string(), at: instant })),
  /** The last release that was rolled back, automatically or manually; null: none was. */
  lastRollback: v.nullable(v.object({ remote: v.string(), at: instant })),
  /** Bytes of the shell's scripts and styles as browsers receive them, compressed; null: unknown. */
  shellBytes: v.nullable(count),
})

export type SiteFigures = v.InferOutput<typeof SiteFiguresSchema>
