import * as v from 'valibot'

/** Schema of `GET /-/close-matches?path=`: addresses that the visitor may have meant, closest first. */
export const CloseMatchesSchema = v.object({
  matches: v.array(v.object({ address: v.pipe(v.string(), v.startsWith('/')), title: v.string() })),
})

/** An address that exists, and the title of its page. */
export type CloseMatch = v.InferOutput<typeof CloseMatchesSchema>['matches'][number]
