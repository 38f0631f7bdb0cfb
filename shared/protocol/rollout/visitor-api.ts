import * as v from 'valibot'

/** The first part of a visitor's cookie: 128 bits in base64url. */
const VisitorIdSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^[\w-]{22}(\..*)?$/,
    'expected the 22 characters before the first dot of the cookie portico_visitor',
  ),
  v.transform((value) => value.slice(0, 22)),
)

/** Body of `POST /-/visitors`, which is no query because an address is logged. */
export const VisitorSchema = v.strictObject({ id: VisitorIdSchema })

/** Response of `POST /-/visitors`: the visitor's bucket, from 0 to 9,999, in each rollout that is in progress. */
export const VisitorBucketsSchema = v.object({ buckets: v.record(v.string(), v.number()) })
