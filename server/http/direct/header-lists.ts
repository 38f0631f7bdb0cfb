type Headers = Readonly<Record<string, string>>

/** What a list of headers belongs to. */
export interface ListedResponse {
  /** An object that lives as long as the list is needed. */
  readonly owner: object
  /** Names one of the owner's responses. */
  readonly name: string
  /** The length of the body; null: there is no body, and no length to tell. */
  readonly length: number | null
}

interface KnownList {
  readonly common: Headers
  readonly length: number | null
  readonly list: readonly string[]
}

/** Prepares the header lists of answers: those of every response, which `getCommon` returns, and a response's own. */
export function createHeaderLists(getCommon: () => Headers) {
  const known = new WeakMap<object, Map<string, KnownList>>()
  /** `create` is called once for each response, unless its length or the headers of every response change. */
  return (
    { owner, name, length }: ListedResponse,
    create: (common: Headers) => Headers,
  ): readonly string[] => {
    const common = getCommon()
    const lists = known.get(owner) ?? new Map<string, KnownList>()
    const last = lists.get(name)
    if (last !== undefined && last.common === common && last.length === length) return last.list
    const lengthHeader = length === null ? {} : { 'content-length': String(length) }
    const list = toHeaderList({ ...common, ...create(common), ...lengthHeader })
    lists.set(name, { common, length, list })
    known.set(owner, lists)
    return list
  }
}

/** Names and values by turns. */
export function toHeaderList(headers: Headers): readonly string[] {
  return Object.entries(headers).flat()
}
