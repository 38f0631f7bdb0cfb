import * as v from 'valibot'

/*
 * Lists and records of what teams publish. The server reads them on its only thread, so their size is checked before their items: each
 * invalid item would otherwise be an error of its own.
 */

/** Schema of a list of at most `most` items, which the error calls `name`. */
export function boundedArray<const Item extends v.GenericSchema>(item: Item, most: number, name: string) {
  const isWithin = (input: unknown) => !Array.isArray(input) || input.length <= most
  return v.pipe(v.unknown(), v.check(isWithin, `expected at most ${most} ${name}`), v.array(item))
}

/** Schema of a record of at most `most` entries, which the error calls `name`. */
export function boundedRecord<
  const Key extends v.GenericSchema<string, string>,
  const Value extends v.GenericSchema,
>(entry: { readonly key: Key; readonly value: Value }, most: number, name: string) {
  const isWithin = (input: unknown) => Object.keys(Object(input)).length <= most
  return v.pipe(
    v.unknown(),
    v.check(isWithin, `expected at most ${most} ${name}`),
    v.record(entry.key, entry.value),
  )
}
