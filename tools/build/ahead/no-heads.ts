import type { Heads } from '@portico/shared/release/page-head.ts'

/** Stands for the `heads.ts` of a remote that has none. */
export const heads: Heads = {}
