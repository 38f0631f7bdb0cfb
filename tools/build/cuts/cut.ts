/** A branch of a library that this site never enters, and the texts of a file that lead into it. */
export interface Cut {
  /** Why the branch is dead here: a sentence about this site. */
  readonly never: string
  /** Path of the file within its package's folder. */
  readonly file: string
  /** What stands in the file, and what to put there; each has to be found. */
  readonly texts: readonly (readonly [found: string, put: string])[]
}

/** Everything that is cut of a package. */
export interface CutPackage {
  /** For which its files were looked through: in another, a text may stand where it did not. */
  readonly version: string
  readonly cuts: readonly Cut[]
}

/** @throws Where `installed` is another version of the package `name` than its cuts were made for. */
export function checkVersion(name: string, { version }: CutPackage, installed: string): void {
  if (installed === version) return
  throw new Error(
    `${name} ${installed} is installed, and its cuts (tools/build/cuts/) were made for ${version}. See that each of them ` +
      'still cuts a branch that is never entered, and set the version there (docs/decisions/155-dead-branches-of-libraries.md).',
  )
}

/**
 * `code` of `file` without what the cuts name; the bundler then leaves out whatever only that needed.
 * @throws Where a text is not there: the library has changed, and somebody has to look.
 */
export function withoutCuts(cuts: readonly Cut[], file: string, code: string): string {
  return cuts
    .filter((cut) => cut.file === file)
    .flatMap(({ never, texts }) => texts.map(([found, put]) => ({ never, found, put })))
    .reduce((left, { never, found, put }) => {
      if (left.includes(found)) return left.replaceAll(found, () => put)
      throw new Error(
        `${file} is expected to contain "${found}", but does not: its version has changed. It is cut because ${never} ` +
          'Look what has become of it, and adapt or remove the cut (docs/decisions/155-dead-branches-of-libraries.md).',
      )
    }, code)
}
