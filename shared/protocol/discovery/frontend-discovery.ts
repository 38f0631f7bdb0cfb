import * as v from 'valibot'

export const frontendDiscoverySchemaUrl =
  'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json'

/**
 * Schema of `/-/discovery/v1-pre.json`, with exactly the fields of the open frontend-discovery schema. `extras` is free
 * for our own.
 */
export const FrontendDiscoverySchema = v.strictObject({
  schema: v.string(),
  microFrontends: v.record(
    v.string(),
    v.array(
      v.strictObject({
        url: v.string(),
        fallbackUrl: v.optional(v.string()),
        metadata: v.strictObject({ integrity: v.string(), version: v.string() }),
        deployment: v.optional(
          v.object({ traffic: v.pipe(v.number(), v.minValue(0), v.maxValue(100)), default: v.boolean() }),
        ),
        extras: v.optional(v.looseObject({})),
      }),
    ),
  ),
})

export type FrontendDiscovery = v.InferOutput<typeof FrontendDiscoverySchema>
