import * as v from 'valibot'

/*
 * Lists and records of what teams publish. The server reads them on its only thread, so their size is checked before their items: each
 * invalid item would otherwise be an error of its own.
 */

/** Schema of a list of at most `maxCount` items, which the error calls `name`. */
export function boundedArray<const Item extends v.GenericSchema>(item: Item, maxCount: number, name: string) {
  const isWithin = (input: unknown) => !Array.isArray(input) || input.length <= maxCount
  return v.pipe(v.unknown(), v.check(isWithin, `expected at most ${maxCount} ${name}`), v.array(item))
}

/** Schema of a record of at most `maxCount` entries, which the error calls `name`. */
export function boundedRecord<
  const Key extends v.GenericSchema<string, string>,
  const Value extends v.GenericSchema,
>(entry: { readonly key: Key; readonly value: Value }, maxCount: number, name: string) {
  const isWithin = (input: unknown) => Object.keys(Object(input)).length <= maxCount
  return v.pipe(
    v.unknown(),
    v.check(isWithin, `expected at most ${maxCount} ${name}`),
    v.record(entry.key, entry.value),
  )
}
