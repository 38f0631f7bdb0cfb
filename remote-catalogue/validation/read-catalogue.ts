import { validateValues } from '@portico/kit/api/validate-values.ts'
import * as v from 'valibot'
import { type CategoryFile, readCategoryFiles } from '../data/read-category-files.ts'
import { type Category, CategorySchema, type Row } from '../data/schema.ts'
import { getOptionalParameters, getParameters, getRequiredParameters } from '../model/parameter.ts'

/** All categories in order. Throws with every error: the file, the field and what was expected. */
export async function readCatalogue(): Promise<Category[]> {
  return parseCatalogue(readCategoryFiles())
}

interface ParsedFile {
  readonly name: string
  readonly category: Category
}

/** The categories in the files, in order. Throws as `readCatalogue` does. */
export function parseCatalogue(files: readonly CategoryFile[]): Category[] {
  const results = files.map(({ name, data }) => ({ name, result: v.safeParse(CategorySchema, data) }))
  const parsed = results.flatMap(({ name, result }) =>
    result.success ? [{ name, category: result.output }] : [],
  )
  const errors = [
    ...results.flatMap(({ name, result }) =>
      (result.issues ?? []).map((issue) => describeIssue(name, issue)),
    ),
    ...parsed.flatMap(({ name, category }) => validateCategory(category).map((error) => locate(name, error))),
    ...validateUnique(parsed),
    ...validateLinks(parsed),
  ]
  if (errors.length > 0) throw new Error(`The catalogue data is invalid:\n${errors.join('\n')}`)
  return parsed.map(({ category }) => category).sort((a, b) => a.order - b.order)
}

function locate(name: string, error: string): string {
  return `data/categories/${name}.json: ${error}`
}

function describeIssue(name: string, issue: v.BaseIssue<unknown>): string {
  return locate(name, `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`)
}

/** Categories must differ in path and position. */
function validateUnique(files: readonly ParsedFile[]): string[] {
  return (['path', 'order'] as const).flatMap((field) => {
    const duplicates = findDuplicates(files.map(({ category }) => String(category[field])))
    return files
      .filter(({ category }) => duplicates.includes(String(category[field])))
      .map(({ name, category }) => locate(name, `${field}: another category has ${category[field]}, too`))
  })
}

/** Referenced operations must exist, and a cross-reference needs both ends. */
function validateLinks(files: readonly ParsedFile[]): string[] {
  const rows = files.flatMap(({ category }) => category.rows.map((row) => ({ ...row, path: category.path })))
  const codes = new Set(rows.map(({ code }) => code))
  return files.flatMap(({ name, category }) => [
    ...category.rows.flatMap(({ chainsTo }, index) =>
      Object.keys(chainsTo ?? {})
        .filter((code) => !codes.has(code))
        .map((code) => locate(name, `rows.${index}.chainsTo: there is no operation "${code}"`)),
    ),
    ...(category.seeAlso ?? [])
      .filter(
        (link) =>
          !rows.some(
            (row) =>
              row.path === link.path &&
              row.code === link.code &&
              row.name === link.name &&
              row.alsoIn?.includes(category.path),
          ),
      )
      .map(({ code, path }) =>
        locate(name, `seeAlso: ${path} has no "${code}" with ${category.path} in its alsoIn`),
      ),
  ])
}

/** Inconsistencies in a category that matches the schema, such as `rows.3.example: …`. */
function validateCategory(category: Category): string[] {
  return [
    ...category.rows.flatMap((row, index) => validateRow(row).map((error) => `rows.${index}.${error}`)),
    ...findDuplicates(category.rows.map(({ name }) => name)).map((name) => `rows: duplicate name "${name}"`),
    ...findDuplicates(category.rows.map(({ code, group }) => group?.id ?? code)).map(
      (id) => `rows: duplicate operation "${id}"`,
    ),
  ]
}

/** The values that occur more than once. */
function findDuplicates(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function validateRow(row: Row): string[] {
  return [
    ...validateNeed(row),
    ...validateExample(row),
    ...validateExampleValues(row),
    ...validateVariants(row),
    ...validateGroup(row),
  ]
}

function getNames(row: Row): string[] {
  return getRequiredParameters(row).flatMap(({ names }) => names)
}

function validateNeed(row: Row): string[] {
  const names = [...getNames(row), ...getOptionalParameters(row)]
  const errors = findDuplicates(names).map((name) => `need: duplicate "${name}"`)
  if (row.needUnknown && names.length > 0) errors.push('needUnknown: only allowed if need is empty')
  for (const name of Object.keys({ ...row.bounds, ...row.minInteger, ...row.choices, ...row.hints })) {
    if (!names.includes(name)) errors.push(`bounds: "${name}" is not a parameter of the row`)
  }
  for (const key of ['mayBeEmpty', 'numbers'] as const) {
    for (const name of row[key] ?? []) {
      if (!names.includes(name)) errors.push(`${key}: "${name}" is not a parameter of the row`)
    }
  }
  return errors
}

function validateExample(row: Row): string[] {
  const exampleNames = Object.keys(row.example)
  const allowed = [...getNames(row), ...getOptionalParameters(row)]
  const required = getRequiredParameters(row)
  const missing = required.filter(
    ({ names }) => names.filter((name) => exampleNames.includes(name)).length !== 1,
  )
  return [
    ...exampleNames
      .filter((name) => !allowed.includes(name))
      .map((name) => `example.${name}: is not a parameter of the row`),
    ...missing.map(
      ({ names }) => `example: expected ${names.length > 1 ? 'exactly one of ' : ''}${names.join(', ')}`,
    ),
    ...required
      .filter(({ names }) => names.length > 1)
      .flatMap(({ names }) => names.filter((name) => !row.alternatives?.[name]))
      .map((name) => `alternatives.${name}: expected an example`),
  ]
}

function validateExampleValues(row: Row): string[] {
  const withExample = getParameters(row).filter(({ name }) => row.example[name])
  return withExample.flatMap((parameter) =>
    validateValues([{ ...parameter, oneOf: undefined }], row.example).map(
      ({ reason }) => `example.${parameter.name}: ${reason}`,
    ),
  )
}

function validateVariants(row: Row): string[] {
  if (!row.variants) return []
  const { param, items, sampleText } = row.variants
  const isNumbered = param === 'code' || items.every(({ value }, index) => value === index + 1)
  return [
    ...(['code', ...getNames(row)].includes(param)
      ? []
      : [`variants.param: "${param}" is not a parameter of the row`]),
    ...(isNumbered ? [] : ['variants.items: expected the values 1, 2, 3 … in this order']),
    ...(param === 'code' && items[0]?.value !== row.code
      ? [`variants.items.0.value: expected "${row.code}"`]
      : []),
    ...findDuplicates(items.map(({ name }) => name)).map(
      (name) => `variants.items: duplicate name "${name}"`,
    ),
    ...items.flatMap(({ sample }, index) =>
      (sample === undefined) === (sampleText === undefined)
        ? []
        : [`variants.items.${index}.sample: expected it together with sampleText`],
    ),
  ]
}

function validateGroup(row: Row): string[] {
  if (!row.group) return []
  const { index, single } = row.group
  const names = getNames(row)
  const texts = single ? ['text'] : ['text_1', 'text_2']
  const hasIndex = names.includes('index')
  return [
    ...(row.variants ? [] : ['variants: expected the variants of the group']),
    ...(texts.every((name) => names.includes(name))
      ? []
      : [`need: expected ${texts.join(', ')} because of single`]),
    ...(hasIndex === (index !== undefined) ? [] : ['group.index: expected it exactly if need has index']),
    ...(hasIndex && row.example.index !== String(index) ? [`example.index: expected ${index}`] : []),
  ]
}
